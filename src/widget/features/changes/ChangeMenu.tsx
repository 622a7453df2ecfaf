import { useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useEffect, useState } from 'react';
import { DELETE, EDIT } from '#ui/menu/changeIcons.ts';
import type { MenuAction } from '#ui/menu/menuAction.ts';
import { MenuButton } from '#ui/menu/MenuButton.tsx';
import { MenuItems } from '#ui/menu/MenuItems.tsx';
import { useFocusHandover } from '#ui/useFocusHandover.ts';
import { changingAtom } from './changes.ts';

interface Props {
	id: number;
	/** Whether it has a text. */
	hasText: boolean;
	/** Milliseconds since the epoch. */
	till: number;
}

/** What the visitor can change of a message for a while after sending it. */
export function ChangeMenu({ till, ...message }: Props) {
	return !useIsOver(till) && <Menu {...message} />;
}

function Menu({ id, hasText }: Omit<Props, 'till'>) {
	const { t } = useLingui();
	const ask = useSetAtom(changingAtom);
	const place = useFocusHandover<HTMLDivElement>();
	const change = (to: 'edit' | 'delete') => () => ask(() => ({ id, to }));
	const actions: MenuAction[] = [
		...(hasText ? [{ label: t`Edit`, icon: EDIT, act: change('edit') } as const] : []),
		{ label: t`Delete`, icon: DELETE, isDangerous: true, act: change('delete') },
	];
	return (
		<div ref={place}>
			<MenuButton size="small">
				<MenuItems actions={actions} />
			</MenuButton>
		</div>
	);
}

/** Whether the moment has passed, by the device's clock. */
function useIsOver(till: number): boolean {
	const [isOver, setOver] = useState(() => Date.now() >= till);
	useEffect(() => {
		const timer = setTimeout(() => setOver(true), till - Date.now());
		return () => clearTimeout(timer);
	}, [till]);
	return isOver;
}
