import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import type { Visitor } from '../../conversations/conversation.ts';
import { ContactQuestion } from './ContactQuestion.tsx';
import { revokeSessions } from './revokeSessions.ts';

/** Asks before a visitor is signed out in all browsers. Loaded with the first such question. */
export function RevokeDialog({ visitor: { id }, onClose }: { visitor: Visitor; onClose: () => void }) {
	const revoke = useSetAtom(revokeSessions);
	return (
		<ContactQuestion
			title={<Trans>Sign out everywhere</Trans>}
			yes={<Trans context="visitor">Sign out</Trans>}
			onYes={() => revoke(id)}
			onClose={onClose}
		>
			<Trans>In all browsers of this visitor, the chat becomes a new visitor’s. The team keeps what was said.</Trans>
		</ContactQuestion>
	);
}
