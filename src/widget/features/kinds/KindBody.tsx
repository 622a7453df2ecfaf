import { useLingui } from '@lingui/react/macro';
import type { Message } from '#protocol/entities.ts';
import { loadChunk } from '../../transport/chunk.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx';
import { useLoaded } from '../../ui/useLoaded.ts';
import { KindText } from './KindText.tsx';

const loadKinds = () => loadChunk(() => import('./RichKind.tsx'));

/**
 * A message that is more than text, such as a form. What draws it is downloaded with the first one; until then, and where that
 * or the drawing fails, its text shows, which most have.
 */
export function KindBody({ message }: { message: Message }) {
	const { t } = useLingui();
	const { value: kinds, hasFailed, retry } = useLoaded(loadKinds);
	if (!kinds) {
		return (
			<>
				<KindText message={message} />
				{hasFailed && <Button kind="quiet" onPress={retry}>{t`Try again`}</Button>}
			</>
		);
	}
	return (
		<ErrorBoundary renderFallback={() => <KindText message={message} />}>
			<kinds.RichKind message={message} />
		</ErrorBoundary>
	);
}
