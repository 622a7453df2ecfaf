import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect } from 'react';
import { previewsAtom, showPreview } from './previews.ts';

/**
 * Address of the picture that is stored under `id`; undefined until there is one, and when
 * `isPicture` is false.
 */
export function usePreview(id: string, isPicture: boolean): string | undefined {
	const show = useSetAtom(showPreview);
	useEffect(() => {
		if (isPicture) void show(id);
	}, [id, isPicture, show]);
	return useAtomValue(previewsAtom).get(id);
}
