import { Trans } from '@lingui/react/macro';
import { useContext, useEffect } from 'react';
import { useFocusHandover } from '#ui/useFocusHandover.ts';
import { ProblemBox } from '../common/ProblemBox.tsx';
import { TextButton } from '../common/TextButton.tsx';
import { ReloadContext } from './reload.ts';

interface Props {
	isBusy: boolean;
	onOverwrite: () => void;
}

/**
 * Says that what a form shows has been changed elsewhere since it was loaded, and offers the two
 * ways on.
 */
export function ConflictBox({ isBusy, onOverwrite }: Props) {
	const reload = useContext(ReloadContext);
	const place = useFocusHandover<HTMLDivElement>();
	useEffect(() => place.current?.focus(), [place]);
	return (
		<div ref={place} tabIndex={-1}>
			<ProblemBox>
				<span>
					<Trans>This has been changed elsewhere meanwhile. What you have entered is still here, but not saved.</Trans>
				</span>
				<TextButton onPress={reload}>
					<Trans>Discard my version and load the current one</Trans>
				</TextButton>
				<TextButton isBusy={isBusy} onPress={onOverwrite}>
					<Trans>Overwrite the current version with mine</Trans>
				</TextButton>
			</ProblemBox>
		</div>
	);
}
