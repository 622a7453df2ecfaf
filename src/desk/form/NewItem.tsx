import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** The title of the page, or the dialog, in which something is added to a list. */
export function NewItem({ of: list }: { of: ReactNode }) {
	return (
		<>
			{list} · <Trans>Add</Trans>
		</>
	);
}
