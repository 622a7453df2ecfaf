import { useAtomValue } from 'jotai/react';
import { portalAtom } from '../../features/articles/portal.ts';
import { channelAtom } from '../../features/channel/channel.ts';
import { EmailCodeView } from './EmailCodeView.tsx';
import { PopularArticlesView } from './PopularArticlesView.tsx';

/** What stands at the end of home, and loads when the rest is there. */
export function HomeMoreView() {
	const portal = useAtomValue(portalAtom);
	const { emailCode } = useAtomValue(channelAtom);
	return (
		<>
			{portal && <PopularArticlesView />}
			{emailCode && <EmailCodeView email={readLinkedAddress()} />}
		</>
	);
}

/**
 * The address with which the link of a mail fills in the form for a code. Read here, so that what
 * every visitor loads need not hand it on.
 */
function readLinkedAddress(): string | undefined {
	return new URLSearchParams(location.hash.split('?')[1]).get('email') ?? undefined;
}
