import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { Collection } from '../parts/Collection.tsx';
import { WebhookPage } from './WebhookPage.tsx';
import { loadWebhooks } from './webhooks.ts';

/** The account's webhooks. */
export function WebhooksView({ path }: { path: readonly string[] }) {
	const load = useSetAtom(loadWebhooks);
	return (
		<Collection
			base={['webhooks']}
			path={path}
			title={<Trans>Webhooks</Trans>}
			lead={<Trans>Sends events to other programs.</Trans>}
			example={<Trans>For example, each new conversation appears in your CRM.</Trans>}
			load={load}
			idOf={({ id }) => id}
			renderRow={({ url, paused, subscriptions }) => ({
				title: <bdi dir="ltr">{url}</bdi>,
				details: (
					<>
						{paused ? <Trans>Paused</Trans> : <Trans context="webhook">Active</Trans>} ·{' '}
						<span dir="ltr">{subscriptions.join(', ')}</span>
					</>
				),
			})}
			renderPage={(webhook) => <WebhookPage webhook={webhook} />}
		/>
	);
}
