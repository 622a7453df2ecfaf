import type { Message } from '#protocol/entities.ts';
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx';
import { Loading } from '#ui/Loading.tsx';
import { useLoaded } from '#ui/useLoaded.ts';
import { loadWithTexts } from '../language/loadWithTexts.ts';
import { KindText } from './KindText.tsx';

const loadKinds = () => loadWithTexts(() => import('./RichKind.tsx'));

/**
 * A message of a kind that is more than text, such as a form. The code that draws it loads with the first one; until then,
 * and where loading or drawing fails, the message's text is shown, if it has one.
 */
export function KindBody({ message }: { message: Message }) {
	const { value: kinds, hasFailed, retry } = useLoaded(loadKinds);
	if (!kinds) {
		return (
			<>
				<KindText message={message} />
				{hasFailed && <Loading hasFailed retry={retry} />}
			</>
		);
	}
	return (
		<ErrorBoundary renderFallback={() => <KindText message={message} />}>
			<kinds.RichKind message={message} />
		</ErrorBoundary>
	);
}
