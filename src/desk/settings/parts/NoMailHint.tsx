import { Trans } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import { settingsHref } from '../../common/route.ts';
import { agentAtom } from '../../session/session.ts';

/**
 * Beside what has no effect where the server mails no links; administrators are led to the reason.
 */
export function NoMailHint() {
	const isAdministrator = useAtomValue(agentAtom)?.role === 'administrator';
	return (
		<>
			<Trans>This server sends no such emails.</Trans>
			{isAdministrator && (
				<>
					{' '}
					<a href={settingsHref('mail')}>
						<Trans context="settings">Email</Trans>
					</a>
				</>
			)}
		</>
	);
}
