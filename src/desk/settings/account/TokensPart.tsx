import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useId, useState } from 'react';
import type { AccessToken } from '#protocol/accessTokenRoutes.ts';
import { formatMoment } from '../../common/time.ts';
import { WaitingNote } from '../../common/WaitingNote.tsx';
import { OutlinedButton } from '../../common/OutlinedButton.tsx';
import { CopyableCode } from '../parts/CopyableCode.tsx';
import { ConfirmButton } from '../parts/ConfirmButton.tsx';
import { Item, ItemList } from '../parts/ItemList.tsx';
import { SettingsForm } from '../parts/SettingsForm.tsx';
import { SettingsPart } from '../parts/SettingsPage.tsx';
import { TextField } from '../parts/TextField.tsx';
import { useForm } from '../parts/useForm.ts';
import { useFresh } from '../parts/useFresh.ts';
import { createToken, loadTokens, revokeToken } from './myAccount.ts';

/** The agent's access tokens, with which scripts act in their name. */
export function TokensPart() {
	const id = useId();
	const revoke = useSetAtom(revokeToken);
	const { value: tokens, ...progress } = useFresh(useSetAtom(loadTokens));
	const [step, setStep] = useState<'list' | 'new' | { token: string }>('list');
	const add = step === 'list' && (
		<OutlinedButton onPress={() => setStep('new')}>
			<Trans>Add</Trans>
		</OutlinedButton>
	);
	const show = (token: string) => {
		setStep({ token });
		progress.retry();
	};
	return (
		<SettingsPart
			title={<Trans>Access tokens</Trans>}
			lead={<Trans>With a token, scripts and apps do what you may do.</Trans>}
			action={add}
		>
			{typeof step === 'object' && (
				<div role="status">
					<p id={id}>
						<Trans>Copy the token now: it is not shown again.</Trans>
					</p>
					<CopyableCode code={step.token} describedBy={id} />
				</div>
			)}
			{step === 'new' && <TokenForm onCreated={show} />}
			{tokens ? <Tokens tokens={tokens} onRevoke={revoke} onChanged={progress.retry} /> : <WaitingNote {...progress} />}
		</SettingsPart>
	);
}

interface TokensProps {
	tokens: readonly AccessToken[];
	onRevoke: (id: number) => Promise<void>;
	onChanged: () => void;
}

function Tokens({ tokens, onRevoke, onChanged }: TokensProps) {
	const { i18n } = useLingui();
	if (tokens.length === 0) return null;
	return (
		<ItemList>
			{tokens.map(({ id, name, last_four, last_used_at }) => {
				const moment = last_used_at === null ? undefined : formatMoment(last_used_at, i18n.locale);
				return (
					<Item
						key={id}
						title={<bdi>{name}</bdi>}
						details={
							<>
								<code dir="ltr">…{last_four}</code>{' '}
								{moment === undefined ? <Trans>Never used</Trans> : <Trans>Last used {moment}</Trans>}
							</>
						}
						action={
							<ConfirmButton
								question={<Trans>Delete “{name}”?</Trans>}
								onConfirm={async () => {
									await onRevoke(id);
									onChanged();
								}}
							/>
						}
					/>
				);
			})}
		</ItemList>
	);
}

function TokenForm({ onCreated }: { onCreated: (token: string) => void }) {
	const { t } = useLingui();
	const create = useSetAtom(createToken);
	const form = useForm({
		initial: { name: '', expires_at: '' },
		check: ({ name }) => ({ name: name.trim() ? undefined : t`Required` }),
		save: async ({ name, expires_at }) => onCreated(await create(name, expires_at)),
	});
	return (
		<SettingsForm form={form} action={<Trans>Add</Trans>}>
			<TextField form={form} name="name" label={t`What it is for`} isRequired maxLength={255} />
			<TextField
				form={form}
				name="expires_at"
				type="date"
				label={t`Expires on`}
				hint={<Trans>Without a date it never expires.</Trans>}
			/>
		</SettingsForm>
	);
}
