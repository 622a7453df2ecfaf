import { useLingui } from '@lingui/react/macro';
import type { RefusedLine } from '#protocol/application/contactRoutes.ts';

/** Answers a function that says in the agent's language why a line is refused. */
export function useRefusalText(fields: ReadonlyMap<string, string>): (line: RefusedLine) => string {
	const { t } = useLingui();
	return ({ reason, column }) => {
		if (column === undefined) return t`An email address, a phone number or an identifier is needed.`;
		const what = reason.endsWith('already been taken')
			? t`Another contact has this already.`
			: t`The server does not accept this value.`;
		return `${fields.get(column) ?? column}: ${what}`;
	};
}
