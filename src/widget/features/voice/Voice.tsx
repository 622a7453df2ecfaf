import { loadChunk } from '../../transport/chunk.ts';
import { Loading } from '../../ui/Loading.tsx';
import { useLoaded } from '../../ui/useLoaded.ts';

const loadRecorder = () => loadChunk(() => import('./VoiceRecorder.tsx'));

/** Loads the recorder with the first voice message. */
export function Voice({ onEnd }: { onEnd: () => void }) {
	const { value, ...rest } = useLoaded(loadRecorder);
	return value ? <value.VoiceRecorder onEnd={onEnd} /> : <Loading {...rest} />;
}
