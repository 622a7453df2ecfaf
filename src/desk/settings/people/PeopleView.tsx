import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { Collection } from '../parts/Collection.tsx';
import { loadPeople } from './people.ts';
import { PersonPage } from './PersonPage.tsx';

/** The team. */
export function PeopleView({ path }: { path: readonly string[] }) {
	const { t } = useLingui();
	const load = useSetAtom(loadPeople);
	return (
		<Collection
			base={['people']}
			path={path}
			title={<Trans>Team members</Trans>}
			lead={<Trans>Agents reply to visitors. Administrators can also change these settings.</Trans>}
			load={load}
			idOf={({ id }) => id}
			renderRow={({ name, email, role }) => ({
				title: <bdi>{name}</bdi>,
				details: (
					<>
						<bdi>{email}</bdi> · {role === 'administrator' ? t`Administrator` : t`Agent`}
					</>
				),
			})}
			renderPage={(person) => <PersonPage person={person} />}
		/>
	);
}
