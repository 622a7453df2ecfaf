import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { Collection } from '../parts/Collection.tsx';
import { loadPortalList } from './helpCentre.ts';
import { NewPortalForm } from './NewPortalForm.tsx';
import { PortalPage } from './PortalPage.tsx';
import { useArticleStatus } from './useArticleStatus.ts';

/** The account's help centres. */
export function HelpCentreView({ path }: { path: readonly string[] }) {
	const load = useSetAtom(loadPortalList);
	const status = useArticleStatus();
	return (
		<Collection
			base={['help-centre']}
			path={path}
			title={<Trans>Help center</Trans>}
			lead={<Trans>Articles that visitors read in the chat and on the web.</Trans>}
			example={<Trans>For example, a help center for your shop, with articles on shipping, returns and payment.</Trans>}
			load={load}
			// A slug may be `new`, which stands for a help centre that is not there yet.
			idOf={({ id }) => id}
			renderRow={({ name, slug, archived }) => ({
				title: <bdi>{name}</bdi>,
				details: (
					<>
						<bdi dir="ltr">/hc/{slug}</bdi>
						{archived && <> · {status.archived}</>}
					</>
				),
			})}
			renderPage={(portal) => (portal ? <PortalPage portal={portal} path={path.slice(1)} /> : <NewPortalForm />)}
		/>
	);
}
