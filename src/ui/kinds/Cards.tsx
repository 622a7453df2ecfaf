import { useState } from 'react';
import { safeUrl } from '#markdown/safeUrl.ts';
import type { CardAction, CardItem } from '#protocol/entities/contentTypes.ts';
import styles from './Cards.module.css';

interface Props {
	items: readonly CardItem[];
	/**
	 * Called with the payload of the action that was pressed. Without it such actions are shown,
	 * and cannot be pressed.
	 */
	onPostback?: (payload: string) => void;
}

/** Cards side by side, each with its actions. */
export function Cards({ items, onPostback }: Props) {
	return (
		<ul className={styles.cards} data-cards>
			{items.map((item, index) => (
				// Cards have no identity but their position.
				<Card key={index} item={item} onPostback={onPostback} />
			))}
		</ul>
	);
}

type PostbackProps = { onPostback: Props['onPostback'] | undefined };

function Card({ item, onPostback }: { item: CardItem } & PostbackProps) {
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
				<Action key={index} action={action} onPostback={onPostback} />
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

function Action({ action, onPostback }: { action: CardAction } & PostbackProps) {
	const text = <bdi>{action.text}</bdi>;
	if (action.type === 'postback') {
		if (!onPostback) return <span className={styles.action}>{text}</span>;
		return (
			<button type="button" className={styles.action} onClick={() => onPostback(action.payload)}>
				{text}
			</button>
		);
	}
	const address = safeUrl(action.uri);
	// A link that is not safe gets no button.
	if (address === undefined) return null;
	return (
		<a className={styles.action} href={address} target="_blank" rel="noopener noreferrer nofollow">
			{text}
		</a>
	);
}
