import type { Message } from '#protocol/entities/entities.ts';
import { createLazy } from '#ui/createLazy.tsx';
import { Loading } from '#ui/Loading.tsx';
import type { Loaded } from '#ui/useLoaded.ts';
import { loadWithTexts } from '../language/loadWithTexts.ts';
import { KindText } from './KindText.tsx';

/**
 * A message of a kind that is more than text, such as a form. The code that draws it loads with the
 * first one; until then, and where loading or drawing fails, the message's text is shown, if it has
 * one.
 */
export const KindBody = createLazy(
	async () => (await loadWithTexts(() => import('./RichKind.tsx'))).RichKind,
	TextOnly,
);

function TextOnly({ message, hasFailed, retry }: { message: Message } & Pick<Loaded<object>, 'hasFailed' | 'retry'>) {
	return (
		<>
			<KindText message={message} />
			{hasFailed && <Loading hasFailed retry={retry} />}
		</>
	);
}
