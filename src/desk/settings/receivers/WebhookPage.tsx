import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useState } from 'react';
import type { Webhook } from '#protocol/application/receiverRoutes.ts';
import { WEBHOOK_EVENTS } from '#protocol/entities/webhookEvents.ts';
import { settingsHref } from '../../common/route.ts';
import { DeskForm } from '../../form/DeskForm.tsx';
import { TextField } from '../../form/TextField.tsx';
import { useForm } from '../../form/useForm.ts';
import { ConfirmButton } from '../parts/ConfirmButton.tsx';
import { SetField } from '../fields/SetField.tsx';
import { NewItem } from '../../form/NewItem.tsx';
import { SettingsPage } from '../parts/SettingsPage.tsx';
import { SwitchField } from '../fields/SwitchField.tsx';
import { DeliveriesPart } from './DeliveriesPart.tsx';
import { isWebAddress } from './receivers.ts';
import { SecretPart } from './SecretPart.tsx';
import { renewWebhookSecret, webhooks } from './webhooks.ts';

const LIST = settingsHref('webhooks');

/** Changes, pauses or deletes a webhook, or adds one. */
export function WebhookPage({ webhook: given }: { webhook: Webhook | undefined }) {
	const remove = useSetAtom(webhooks.remove);
	const renew = useSetAtom(renewWebhookSecret);
	const [webhook, setWebhook] = useState(given);
	const name = webhook && new URL(webhook.url).host;
	const action = webhook && (
		<ConfirmButton question={<Trans>Delete “{name}”?</Trans>} onConfirm={() => remove(webhook.id)} next={LIST}>
			<Trans>Nothing is sent there anymore.</Trans>
		</ConfirmButton>
	);
	return (
		<SettingsPage
			title={webhook ? <bdi dir="ltr">{name}</bdi> : <NewItem of={<Trans>Webhooks</Trans>} />}
			action={action}
		>
			<WebhookForm webhook={webhook} />
			{webhook && (
				<>
					<SecretPart
						secret={webhook.secret}
						onRenew={async () => setWebhook({ ...webhook, secret: (await renew(webhook.id)).secret })}
					/>
					<DeliveriesPart type="webhook" id={webhook.id} />
				</>
			)}
		</SettingsPage>
	);
}

function WebhookForm({ webhook }: { webhook: Webhook | undefined }) {
	const { t } = useLingui();
	const save = useSetAtom(webhooks.save);
	const form = useForm({
		initial: {
			url: webhook?.url ?? '',
			subscriptions: [...(webhook?.subscriptions ?? WEBHOOK_EVENTS)],
			isActive: !webhook?.paused,
		},
		check: ({ url, subscriptions }) => ({
			url: isWebAddress(url.trim()) ? undefined : t`Please enter a valid URL`,
			subscriptions: subscriptions.length > 0 ? undefined : t`Required`,
		}),
		etag: webhook?.etag,
		save: ({ url, subscriptions, isActive }, etag) =>
			save(webhook?.id, { url: url.trim(), subscriptions, paused: !isActive }, etag),
		refusals: { url: t`This already exists.` },
		// The page of a new one has its secret.
		next: ({ payload }) => (webhook ? LIST : settingsHref('webhooks', payload.webhook.id)),
	});
	return (
		<DeskForm form={form} back={LIST}>
			<TextField form={form} name="url" label={t`URL`} isRequired isCode placeholder="https://" maxLength={2048} />
			<SetField
				form={form}
				name="subscriptions"
				label={t`Events`}
				options={WEBHOOK_EVENTS.map((event) => [event, event] as const)}
			/>
			<SwitchField form={form} name="isActive" label={t({ context: 'webhook', message: 'Active' })} />
		</DeskForm>
	);
}
