import { useLingui } from '@lingui/react/macro';
import { IconButton } from '#ui/IconButton.tsx';
import { Loading } from '#ui/Loading.tsx';
import { useLoaded } from '#ui/useLoaded.ts';
import { loadWithTexts } from '../language/loadWithTexts.ts';

const loadRecorder = () => loadWithTexts(() => import('./VoiceRecorder.tsx'));

/** Loads the recorder with the first voice message. */
export function Voice({ onEnd }: { onEnd: () => void }) {
	const { t } = useLingui();
	const { value, ...rest } = useLoaded(loadRecorder);
	if (value) return <value.VoiceRecorder onEnd={onEnd} />;
	return (
		<>
			<IconButton label={t`Cancel recording`} icon="close" onPress={onEnd} />
			<Loading {...rest} />
		</>
	);
}
