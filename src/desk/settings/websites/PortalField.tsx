import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { account, call } from '../../session/api.ts';
import type { FieldOf } from '../../form/fieldOf.ts';
import { ChoiceField } from '../fields/ChoiceField.tsx';
import { useFresh } from '../../common/useFresh.ts';

const loadPortals = atom(
	null,
	async (get) => (await call(get, applicationRoutes.listPortals, { params: account(get) })).payload,
);

/**
 * Chooses one of the account's help centres, or none. The one that is chosen is known before the
 * list is there.
 */
export function PortalField<T extends object>(props: FieldOf<T, string>) {
	const { t } = useLingui();
	const { value: portals, hasFailed } = useFresh(useSetAtom(loadPortals));
	// The names of the form's fields are typed so that this one's value is a text.
	const chosen = props.form.values[props.name] as string;
	const listed = (portals ?? []).map(({ id, name }) => [String(id), name] as const);
	const isListed = chosen === '' || listed.some(([id]) => id === chosen);
	return (
		<ChoiceField
			{...props}
			hint={hasFailed && <Trans>This could not be loaded.</Trans>}
			options={[
				['', t({ message: 'None', context: 'help centre' })],
				...listed,
				...(isListed ? [] : [[chosen, `#${chosen}`] as const]),
			]}
		/>
	);
}
