import { useAtomValue, useSetAtom } from 'jotai/react';
import { type RefObject, useEffect } from 'react';
import { HIGHLIGHT_DURATION } from '#protocol/base/limits.ts';
import { endJump, jumpTargetAtom } from './quoted.ts';

/**
 * Scrolls to a message to which the agent jumps, focuses it, and answers whether it is highlighted.
 */
export function useJumpTarget(item: RefObject<HTMLElement | null>, id: number): boolean {
	const isTarget = useAtomValue(jumpTargetAtom)?.id === id;
	const end = useSetAtom(endJump);

	useEffect(() => {
		if (!isTarget) return;
		item.current?.scrollIntoView({ block: 'center' });
		item.current?.focus({ preventScroll: true });
		const timer = setTimeout(end, HIGHLIGHT_DURATION);
		return () => clearTimeout(timer);
	}, [isTarget, item, end]);

	return isTarget;
}
