import { useAtomValue } from 'jotai/react';
import { atom } from 'jotai/vanilla';
import { useMemo } from 'react';
import { onlineVisitorsAtom } from './presence.ts';

/** Whether this visitor is online. Others who come and go cause no rendering. */
export function useIsVisitorOnline(id: number): boolean {
	return useAtomValue(useMemo(() => atom((get) => get(onlineVisitorsAtom).has(id)), [id]));
}
