import { useSetAtom } from 'jotai/react';
import { useState } from 'react';
import { safeUrl } from '#markdown/safeUrl.ts';
import type { CardAction, CardItem } from '#protocol/contentTypes.ts';
import { tellHost } from '../host/host.ts';
import styles from './CardsBody.module.css';
import { KindText } from './KindText.tsx';
import type { KindProps } from './kindProps.ts';

/** Cards side by side, each with its actions. */
export function CardsBody({ message, attributes }: KindProps<'cards'>) {
	return (
		<>
			<KindText message={message} />
			<ul className={styles.cards}>
				{attributes.items.map((item, index) => (
					// Cards have no identity but their position.
					<Card key={index} item={item} />
				))}
			</ul>
		</>
	);
}

function Card({ item }: { item: CardItem }) {
	return (
		<li className={styles.card}>
			{item.media_url && <Picture url={item.media_url} />}
			<div className={styles.text}>
				<h3 className={styles.title} dir="auto">
					{item.title}
				</h3>
				{item.description && (
					<p className={styles.description} dir="auto">
						{item.description}
					</p>
				)}
			</div>
			{item.actions.map((action, index) => (
				<Action key={index} action={action} />
			))}
		</li>
	);
}

/** A decorative picture: the title says what it shows. It is removed when it does not load. */
function Picture({ url }: { url: string }) {
	const [isBroken, setIsBroken] = useState(false);
	const address = safeUrl(url);
	if (isBroken || !address?.startsWith('http')) return null;
	return (
		<img
			className={styles.picture}
			src={address}
			alt=""
			loading="lazy"
			referrerPolicy="no-referrer"
			onError={() => setIsBroken(true)}
		/>
	);
}

function Action({ action }: { action: CardAction }) {
	const tell = useSetAtom(tellHost);
	if (action.type === 'postback') {
		return (
			<button
				type="button"
				className={styles.action}
				onClick={() => tell({ event: 'postback', data: { payload: action.payload } })}
			>
				<bdi>{action.text}</bdi>
			</button>
		);
	}
	const address = safeUrl(action.uri);
	// A link that is not safe gets no button.
	if (address === undefined) return null;
	return (
		<a className={styles.action} href={address} target="_blank" rel="noopener noreferrer nofollow">
			<bdi>{action.text}</bdi>
		</a>
	);
}
