import { useLingui } from '@lingui/react/macro';
import { useLayoutEffect, useRef } from 'react';
import { createLazy } from '#ui/createLazy.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Loading } from '#ui/Loading.tsx';
import type { Loaded } from '#ui/useLoaded.ts';
import { loadWithTexts } from '../language/loadWithTexts.ts';

/** Loads the recorder with the first voice message. */
export const Voice = createLazy(
	async () => (await loadWithTexts(() => import('./VoiceRecorder.tsx'))).VoiceRecorder,
	Waiting,
);

function Waiting({ onEnd, ...progress }: { onEnd: () => void } & Pick<Loaded<object>, 'hasFailed' | 'retry'>) {
	const { t } = useLingui();
	const cancel = useRef<HTMLButtonElement>(null);
	// The button that was pressed has gone.
	useLayoutEffect(() => cancel.current?.focus(), []);
	return (
		<>
			<IconButton ref={cancel} label={t`Cancel recording`} icon="close" onPress={onEnd} />
			<Loading {...progress} />
		</>
	);
}
