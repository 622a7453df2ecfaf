import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { Collection } from '../parts/Collection.tsx';
import { AttributePage } from './AttributePage.tsx';
import { loadDefinitions } from './attributeDefinitions.ts';

/** The account's custom attributes. */
export function AttributesView({ path }: { path: readonly string[] }) {
	const load = useSetAtom(loadDefinitions);
	return (
		<Collection
			base={['attributes']}
			path={path}
			title={<Trans>Custom attributes</Trans>}
			lead={<Trans>What you record of contacts and conversations, with the names that your team sees.</Trans>}
			example={<Trans>For example, “Plan” of a contact, or “Order number” of a conversation.</Trans>}
			load={load}
			idOf={({ id }) => id}
			renderRow={({ attribute_display_name, attribute_key, attribute_model }) => ({
				title: <bdi>{attribute_display_name}</bdi>,
				details: (
					<>
						{attribute_model === 'contact_attribute' ? <Trans>Contacts</Trans> : <Trans>Conversations</Trans>} ·{' '}
						<bdi dir="ltr">{attribute_key}</bdi>
					</>
				),
			})}
			renderPage={(definition) => <AttributePage definition={definition} />}
		/>
	);
}
