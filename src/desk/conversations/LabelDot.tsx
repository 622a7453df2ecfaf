import { useAtomValue } from 'jotai/react';
import { labelsAtom } from '../account/account.ts';
import styles from './LabelDot.module.css';

/** A label's colour, before its title. A label that the account does not have is grey. */
export function LabelDot({ title }: { title: string }) {
	const color = useAtomValue(labelsAtom).find((label) => label.title === title)?.color;
	return <i className={styles.dot} style={{ background: color }} aria-hidden="true" />;
}
