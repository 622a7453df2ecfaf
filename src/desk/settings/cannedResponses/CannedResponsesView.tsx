import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { shorten } from '#protocol/characters.ts';
import { Collection } from '../parts/Collection.tsx';
import { CannedResponseForm } from './CannedResponseForm.tsx';
import { loadResponseList } from './cannedResponses.ts';

/** Characters that the list shows of a response. */
const EXCERPT = 120;

/** The account's canned responses. */
export function CannedResponsesView({ path }: { path: readonly string[] }) {
	const load = useSetAtom(loadResponseList);
	return (
		<Collection
			base={['canned-responses']}
			path={path}
			title={<Trans>Saved replies</Trans>}
			lead={<Trans>Ready-made replies for the whole team, each with a short code.</Trans>}
			example={
				<Trans>
					For example, “hours” for “We are here from Monday to Friday, 9 to 17.” In a reply, /hours inserts it.
				</Trans>
			}
			load={load}
			idOf={({ id }) => id}
			renderRow={({ short_code, content }) => ({
				title: <bdi dir="auto">{short_code}</bdi>,
				details: <bdi dir="auto">{shorten(content, EXCERPT)}</bdi>,
			})}
			renderPage={(response) => <CannedResponseForm response={response} />}
		/>
	);
}
