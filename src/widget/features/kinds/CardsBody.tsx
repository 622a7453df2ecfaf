import { useSetAtom } from 'jotai/react';
import { Cards } from '#ui/kinds/Cards.tsx';
import { postToHost } from '../host/host.ts';
import { KindText } from './KindText.tsx';
import type { KindProps } from './kindProps.ts';

/** Cards, whose postbacks are told to the host page. */
export function CardsBody({ message, attributes }: KindProps<'cards'>) {
	const tell = useSetAtom(postToHost);
	return (
		<>
			<KindText message={message} />
			<Cards items={attributes.items} onPostback={(payload) => tell({ event: 'postback', data: { payload } })} />
		</>
	);
}
