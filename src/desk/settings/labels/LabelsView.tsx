import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { Collection } from '../parts/Collection.tsx';
import { Swatch } from '../parts/Swatch.tsx';
import { LabelForm } from './LabelForm.tsx';
import { loadLabels } from './labels.ts';

/** The account's labels. */
export function LabelsView({ path }: { path: readonly string[] }) {
	const load = useSetAtom(loadLabels);
	return (
		<Collection
			base={['labels']}
			path={path}
			title={<Trans>Labels</Trans>}
			lead={<Trans>Your team sorts conversations by them.</Trans>}
			example={<Trans>For example, “refund”. The list of conversations can then show only those about refunds.</Trans>}
			load={load}
			idOf={({ id }) => id}
			renderRow={({ title, description, color }) => ({ title, details: description, mark: <Swatch color={color} /> })}
			renderPage={(label) => <LabelForm label={label} />}
		/>
	);
}
