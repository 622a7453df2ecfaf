import { useSetAtom } from 'jotai/react';
import { useEffect, useEffectEvent } from 'react';
import type { Loaded } from '#ui/useLoaded.ts';
import { noteFailure } from '../common/attempt.ts';

interface Props extends Pick<Loaded<object>, 'hasFailed'> {
	onClose: () => void;
}

/**
 * In place of a dialog whose code is loading. Until then nothing shows. Escape closes it before it
 * is there; it is closed, too, where it could not be loaded.
 */
export function LoadingDialog({ hasFailed, onClose }: Props) {
	const note = useSetAtom(noteFailure);
	const giveUp = useEffectEvent(() => {
		onClose();
		note();
	});
	const handleKey = useEffectEvent((event: KeyboardEvent) => {
		if (event.key !== 'Escape' || event.isComposing) return;
		// What it would close behind an open dialog stays, too.
		event.stopPropagation();
		onClose();
	});
	useEffect(() => {
		if (hasFailed) giveUp();
	}, [hasFailed]);
	useEffect(() => {
		const handle = (event: KeyboardEvent) => handleKey(event);
		addEventListener('keydown', handle, true);
		return () => removeEventListener('keydown', handle, true);
	}, []);
	return null;
}
