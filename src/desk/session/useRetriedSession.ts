import { useSetAtom } from 'jotai/react';
import { useEffect, useRef } from 'react';
import { requestPause, retryLater } from '#client/retry.ts';
import { signIn } from './session.ts';

/**
 * Tries the browser's session again and again, and at once when the network is back, until the
 * server answers.
 */
export function useRetriedSession(isUnanswered: boolean, isChecking: boolean): void {
	const enter = useSetAtom(signIn);
	const failures = useRef(0);
	useEffect(() => {
		if (!isUnanswered || isChecking) return;
		return retryLater(requestPause(failures.current++), () => void enter('session'));
	}, [isUnanswered, isChecking, enter]);
}
