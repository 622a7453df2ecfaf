/** Beside and below a message: what the visitor may change of it, which loads on use. */
import { useAtomValue } from 'jotai/react';
import type { ReactNode } from 'react';
import type { Message } from '#protocol/entities/entities.ts';
import { createLazy } from '#ui/createLazy.tsx';
import type { ShownMessage } from '#models/shownMessage.ts';
import { loadWithTexts } from '../language/loadWithTexts.ts';
import { changeableTillAtom, changingAtom } from './changes.ts';
import { Reaction, ReactionButton } from './ReactionButton.tsx';

const LazyChange = createLazy(
	async () => (await loadWithTexts(() => import('./MessageChange.tsx'))).MessageChange,
	() => null,
);

/** Buttons beside a message: for the visitor's own, and for one of the team. */
export function ChangeTools({ message }: { message: ShownMessage }) {
	const till = useAtomValue(changeableTillAtom)(message);
	const { stored } = message;
	if (!stored) return null;
	return (
		<>
			{till > 0 && <LazyChange part="menu" message={stored} till={till} />}
			<ReactionButton message={stored} />
		</>
	);
}

/** In place of a message's content while the visitor changes its text. */
export function ChangePlace({ message, children }: { message: ShownMessage; children: ReactNode }) {
	const changing = useAtomValue(changingAtom);
	const { stored } = message;
	const isChanging = stored !== undefined && changing?.id === stored.id && changing.to === 'edit';
	return isChanging ? <LazyChange part="form" message={stored} /> : children;
}

/** Below a message: that it was edited, the question before it is deleted, and the reaction. */
export function ChangeNotes({ message }: { message: Message }) {
	const changing = useAtomValue(changingAtom);
	return (
		<>
			{message.content_attributes['edited_at'] !== undefined && <LazyChange part="mark" message={message} />}
			{changing?.id === message.id && changing.to === 'delete' && <LazyChange part="question" message={message} />}
			<Reaction message={message} />
		</>
	);
}
