/**
 * Beside and below a message of the team: the visitor's reaction, of which the rest loads on use.
 */
import { useLingui } from '@lingui/react/macro';
import { useAtom, useAtomValue } from 'jotai/react';
import type { Message } from '#protocol/entities/entities.ts';
import { createLazy } from '#ui/createLazy.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Loading } from '#ui/Loading.tsx';
import { loadWithTexts } from '../language/loadWithTexts.ts';
import { canReactAtom, reactingAtom } from './reactions.ts';

const LazyReaction = createLazy(
	async () => (await loadWithTexts(() => import('./MessageReaction.tsx'))).MessageReaction,
	(loading) => loading.isOpen && <Loading {...loading} />,
);

export function ReactionButton({ message }: { message: Message }) {
	const { t } = useLingui();
	const [reacting, setReacting] = useAtom(reactingAtom);
	const isOpen = reacting === message.id;
	if (!useAtomValue(canReactAtom)(message)) return null;
	return (
		<IconButton
			size="small"
			label={t`Add a reaction`}
			icon="emoji"
			isExpanded={isOpen}
			onPress={() => setReacting(() => (isOpen ? undefined : message.id))}
		/>
	);
}

export function Reaction({ message }: { message: Message }) {
	const isOpen = useAtomValue(reactingAtom) === message.id;
	const reaction = message.content_attributes['reaction'];
	return (isOpen || typeof reaction === 'string') && <LazyReaction message={message} isOpen={isOpen} />;
}
