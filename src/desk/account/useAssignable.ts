import { useSetAtom } from 'jotai/react';
import { useEffect, useState } from 'react';
import type { TeamAgent } from '#protocol/entities/entities.ts';
import { loadAssignable } from './account.ts';

/**
 * The agents to whom conversations of all these inboxes can be assigned, loaded each time that the
 * menu opens.
 */
export function useAssignable(inboxIds: readonly number[], isOpen: boolean) {
	const [agents, setAgents] = useState<readonly TeamAgent[]>([]);
	const [hasFailed, setFailed] = useState(false);
	const load = useSetAtom(loadAssignable);
	const wanted = inboxIds.join();
	useEffect(() => {
		if (!isOpen) return;
		let isGone = false;
		Promise.all(wanted.split(',').map((id) => load(Number(id)))).then(
			([first = [], ...others]) => {
				if (isGone) return;
				setAgents(first.filter(({ id }) => others.every((some) => some.some((other) => other.id === id))));
				setFailed(false);
			},
			() => !isGone && setFailed(true),
		);
		return () => {
			isGone = true;
		};
	}, [isOpen, wanted, load]);
	return { agents, hasFailed };
}
