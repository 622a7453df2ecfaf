import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState, type ReactNode } from 'react';
import type { AccessToken } from '#protocol/application/accessTokenRoutes.ts';
import { formatMoment } from '../../common/time.ts';
import { takeFocus } from '../../common/takeFocus.ts';
import { WaitingNote } from '../../common/WaitingNote.tsx';
import { OutlinedButton } from '../../common/OutlinedButton.tsx';
import { DeskForm } from '../../form/DeskForm.tsx';
import { TextField } from '../../form/TextField.tsx';
import { useForm } from '../../form/useForm.ts';
import { ConfirmButton } from './ConfirmButton.tsx';
import { CopyableCode } from './CopyableCode.tsx';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import { Item, ItemList } from './ItemList.tsx';
import { isoDayToSeconds } from './isoDayToSeconds.ts';
import { SettingsPart } from './SettingsPage.tsx';
import { useFresh } from '../../common/useFresh.ts';

interface Props {
	lead?: ReactNode;
	/** The same function each time. */
	load: () => Promise<readonly AccessToken[]>;
	/**
	 * `day`: the first day on which the token no longer works, `2027-01-31`; '' for never. Resolves
	 * with the token.
	 */
	create: CreateToken;
	revoke: (id: number) => Promise<void>;
	/**
	 * Whether the agent has to prove who they are before a token is made: it signs them in, also
	 * later.
	 */
	needsPassword?: boolean;
}

/** `current`: the current password, or ''. */
type CreateToken = (name: string, day: string, current: string) => Promise<string>;

/** The access tokens of an agent, with which scripts act in their name, or of a bot. */
export function TokensPart({ lead, load, create, revoke, needsPassword = false }: Props) {
	const id = useId();
	const { value: tokens, ...progress } = useFresh(load);
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
		<SettingsPart title={<Trans>Access tokens</Trans>} lead={lead} action={add}>
			{typeof step === 'object' && (
				<div ref={takeFocus} tabIndex={-1}>
					<p id={id}>
						<Trans>Copy the token now: it is not shown again.</Trans>
					</p>
					<CopyableCode code={step.token} describedBy={id} />
				</div>
			)}
			{step === 'new' && (
				<div ref={focusFirstField}>
					<TokenForm create={create} onCreated={show} needsPassword={needsPassword} />
				</div>
			)}
			{tokens ? <Tokens tokens={tokens} onRevoke={revoke} onChanged={progress.retry} /> : <WaitingNote {...progress} />}
		</SettingsPart>
	);
}

/** The button that opened the form is gone. */
function focusFirstField(place: HTMLElement | null): void {
	takeFocus(place?.querySelector('input') ?? null);
}

interface TokensProps {
	tokens: readonly AccessToken[];
	onRevoke: (id: number) => Promise<void>;
	onChanged: () => void;
}

function Tokens({ tokens, onRevoke, onChanged }: TokensProps) {
	return (
		<ItemList>
			{tokens.map((token) => {
				const { id, name } = token;
				return (
					<Item
						key={id}
						title={<bdi>{name}</bdi>}
						details={<TokenDetails token={token} />}
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

function TokenDetails({ token: { last_four, last_used_at, expires_at } }: { token: AccessToken }) {
	return (
		<>
			<code dir="ltr">…{last_four}</code>{' '}
			{last_used_at === null ? <Trans>Never used</Trans> : <LastUse at={last_used_at} />}
			{expires_at !== null && (
				<>
					{' · '}
					<Expiry at={expires_at} />
				</>
			)}
		</>
	);
}

/** `at`: seconds since the epoch. */
function LastUse({ at }: { at: number }) {
	const { i18n } = useLingui();
	const moment = formatMoment(at, i18n.locale);
	return <Trans>Last used {moment}</Trans>;
}

/** `at`: seconds since the epoch. */
function Expiry({ at }: { at: number }) {
	const { i18n } = useLingui();
	const [now] = useState(() => Date.now());
	const moment = formatMoment(at, i18n.locale);
	return at * 1000 <= now ? <Trans>Expired</Trans> : <Trans>Expires {moment}</Trans>;
}

interface TokenFormProps {
	create: CreateToken;
	onCreated: (token: string) => void;
	needsPassword: boolean;
}

function TokenForm({ create, onCreated, needsPassword }: TokenFormProps) {
	const { t } = useLingui();
	const tooEarly = t`Choose a day after today.`;
	const form = useForm({
		initial: { name: '', expires_at: '', current_password: '' },
		check({ name, expires_at }) {
			const end = isoDayToSeconds(expires_at);
			return {
				name: name.trim() ? undefined : t`Required`,
				expires_at: end !== null && end * 1000 <= Date.now() ? tooEarly : undefined,
			};
		},
		save: async ({ name, expires_at, current_password }) => onCreated(await create(name, expires_at, current_password)),
		// The server's clock may be ahead of this browser's.
		refusals: { expires_at: tooEarly, current_password: t`The current password is not correct.` },
	});
	return (
		<DeskForm form={form} action={<Trans>Add</Trans>}>
			<TextField form={form} name="name" label={t`Purpose`} isRequired maxLength={255} />
			<TextField
				form={form}
				name="expires_at"
				type="date"
				label={t`Expires on`}
				hint={<Trans>Leave empty for a token that never expires.</Trans>}
			/>
			{needsPassword && <CurrentPasswordField form={form} />}
		</DeskForm>
	);
}
