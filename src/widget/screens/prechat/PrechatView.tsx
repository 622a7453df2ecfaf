import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect } from 'react';
import { Spinner } from '#ui/Spinner.tsx';
import { isFormReadyAtom } from '../../features/prechat/prechat.ts';
import { prepareForm } from '../../features/prechat/prepareForm.ts';
import { PrechatForm } from './PrechatForm.tsx';
import styles from './PrechatView.module.css';

/** Route `/prechat-form`: questions before the conversation, and its first message. */
export function PrechatView() {
	const isReady = useAtomValue(isFormReadyAtom);
	const prepare = useSetAtom(prepareForm);

	useEffect(() => {
		if (!isReady) void prepare();
	}, [isReady, prepare]);

	return <main className={styles.view}>{isReady ? <PrechatForm /> : <Spinner />}</main>;
}
