import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useCallback, useId, useState } from 'react';
import type { TeamBot } from '#protocol/application/receiverRoutes.ts';
import { settingsHref } from '../../common/route.ts';
import { WaitingNote } from '../../common/WaitingNote.tsx';
import { DeskForm } from '../../form/DeskForm.tsx';
import { TextField } from '../../form/TextField.tsx';
import { useForm } from '../../form/useForm.ts';
import { ConfirmButton } from '../parts/ConfirmButton.tsx';
import { CopyableCode } from '../parts/CopyableCode.tsx';
import { SetField } from '../fields/SetField.tsx';
import { NewItem } from '../../form/NewItem.tsx';
import { SettingsPage } from '../parts/SettingsPage.tsx';
import { TokensPart } from '../parts/TokensPart.tsx';
import { useFresh } from '../../common/useFresh.ts';
import { WarningNote } from '../parts/WarningNote.tsx';
import { DeliveriesPart } from './DeliveriesPart.tsx';
import { isWebAddress } from './receivers.ts';
import { SecretPart } from './SecretPart.tsx';
import {
	bots,
	connectBot,
	createBotToken,
	loadBotTokens,
	loadBotWebsites,
	renewBotSecret,
	revokeBotToken,
	type BotWebsite,
} from './bots.ts';

const LIST = settingsHref('bots');

/**
 * Changes or deletes a bot, or adds one; a new one stays on this page, which has its first token.
 */
export function BotPage({ bot: given }: { bot: TeamBot | undefined }) {
	const id = useId();
	const remove = useSetAtom(bots.remove);
	const renew = useSetAtom(renewBotSecret);
	const [bot, setBot] = useState(given);
	const [token, setToken] = useState<string>();
	const { value: websites, ...progress } = useFresh(useSetAtom(loadBotWebsites));
	const name = bot?.name;
	const action = bot && (
		<ConfirmButton question={<Trans>Delete “{name}”?</Trans>} onConfirm={() => remove(bot.id)} next={LIST}>
			<Trans>People will reply on its websites. Its messages are kept.</Trans>
		</ConfirmButton>
	);
	const keep = (saved: TeamBot): void => {
		setBot({ ...saved, secret: saved.secret ?? bot?.secret ?? '' });
		if (saved.access_token !== undefined) setToken(saved.access_token);
	};
	return (
		<SettingsPage title={bot ? <bdi>{name}</bdi> : <NewItem of={<Trans>Bots</Trans>} />} action={action}>
			{token !== undefined && (
				<div role="status">
					<p id={id}>
						<Trans>Copy the token now: it is not shown again.</Trans>
					</p>
					<CopyableCode code={token} describedBy={id} />
				</div>
			)}
			{websites ? <BotForm bot={bot} websites={websites} onSaved={keep} /> : <WaitingNote {...progress} />}
			{bot && (
				<>
					<SecretPart secret={bot.secret ?? ''} onRenew={async () => setBot(await renew(bot.id))} />
					<BotTokens key={token} id={bot.id} />
					<DeliveriesPart type="bot" id={bot.id} />
				</>
			)}
		</SettingsPage>
	);
}

interface FormProps {
	bot: TeamBot | undefined;
	websites: readonly BotWebsite[];
	onSaved: (bot: TeamBot) => void;
}

function BotForm({ bot, websites: given, onSaved }: FormProps) {
	const { t } = useLingui();
	const save = useSetAtom(bots.save);
	const connect = useSetAtom(connectBot);
	const [websites, setWebsites] = useState(given);
	const wrongUrl = t`Please enter a valid URL`;
	const needed = t`A bot that replies on a website needs a URL.`;
	const form = useForm({
		initial: {
			name: bot?.name ?? '',
			outgoing_url: bot?.outgoing_url ?? '',
			avatar_url: bot?.thumbnail ?? '',
			inboxIds: websites.filter(({ agent_bot_id }) => bot && agent_bot_id === bot.id).map(({ id }) => id),
		},
		check: ({ name, outgoing_url, avatar_url, inboxIds }) => ({
			name: name.trim() ? undefined : t`Required`,
			outgoing_url: outgoing_url.trim()
				? isWebAddress(outgoing_url.trim())
					? undefined
					: wrongUrl
				: inboxIds.length > 0
					? needed
					: undefined,
			avatar_url: avatar_url.trim() === '' || isWebAddress(avatar_url.trim()) ? undefined : wrongUrl,
		}),
		async save({ name, outgoing_url, avatar_url, inboxIds }) {
			const facts = { name: name.trim(), outgoing_url: outgoing_url.trim(), avatar_url: avatar_url.trim() };
			// The server lets no bot lose its address before it is taken from its websites.
			const isLosingAddress = bot !== undefined && facts.outgoing_url === '';
			if (isLosingAddress) await connectAll(bot.id, inboxIds);
			const saved = await save(bot?.id, facts);
			onSaved(saved);
			if (!isLosingAddress) await connectAll(saved.id, inboxIds);
		},
		refusals: { name: t`This already exists.`, outgoing_url: wrongUrl, avatar_url: wrongUrl },
	});
	const connectAll = async (botId: number, inboxIds: readonly number[]): Promise<void> => {
		await connect(botId, websites, inboxIds);
		setWebsites(
			websites.map((website) =>
				inboxIds.includes(website.id)
					? { ...website, agent_bot_id: botId }
					: { ...website, agent_bot_id: website.agent_bot_id === botId ? null : website.agent_bot_id },
			),
		);
	};
	const taken = websites.filter(
		({ id, agent_bot_id }) => form.values.inboxIds.includes(id) && agent_bot_id !== null && agent_bot_id !== bot?.id,
	);
	return (
		<DeskForm form={form} back={LIST}>
			<TextField form={form} name="name" label={t`Name`} isRequired maxLength={255} />
			<TextField
				form={form}
				name="outgoing_url"
				label={t`URL`}
				hint={t`What visitors write is sent there.`}
				isCode
				placeholder="https://"
				maxLength={2048}
			/>
			<TextField form={form} name="avatar_url" label={t`Picture`} isCode placeholder="https://" maxLength={2048} />
			{websites.length > 0 && (
				<SetField
					form={form}
					name="inboxIds"
					label={t`Websites`}
					options={websites.map(({ id, name }) => [id, name])}
				/>
			)}
			<WarningNote>
				{taken.map(({ id, name: website, botName }) => (
					<p key={id}>
						<Trans>
							Once you save, “{botName}” no longer replies on “{website}”.
						</Trans>
					</p>
				))}
			</WarningNote>
		</DeskForm>
	);
}

function BotTokens({ id }: { id: number }) {
	const read = useSetAtom(loadBotTokens);
	const create = useSetAtom(createBotToken);
	const revoke = useSetAtom(revokeBotToken);
	const load = useCallback(() => read(id), [read, id]);
	return (
		<TokensPart load={load} create={(name, day) => create(id, name, day)} revoke={(tokenId) => revoke(id, tokenId)} />
	);
}
