import { useLingui } from '@lingui/react/macro';
import { Quote } from './Quote.tsx';
import styles from './QuoteButton.module.css';

interface Props {
	/** Who wrote the quoted message. */
	author: string;
	summary: string;
	onPress: () => void;
}

/** Above an answer: the message that it quotes, as a button that leads to it. */
export function QuoteButton({ author, summary, onPress }: Props) {
	const { t } = useLingui();
	return (
		<button type="button" className={styles.chip} onClick={onPress}>
			<span data-visually-hidden>{t`Replying to:`}</span>
			<span className={styles.name}>{author}</span>
			<Quote summary={summary} />
		</button>
	);
}
