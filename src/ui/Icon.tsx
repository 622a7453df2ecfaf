/** Line icons on a grid of 24. They are decoration: the control around an icon has the accessible name. */
const PATHS = {
	back: 'M15 5l-7 7 7 7',
	check: 'M5 12.5l4.5 4.5L19 7.5',
	close: 'M6 6l12 12M18 6L6 18',
	send: 'M12 19V5M5 12l7-7 7 7',
	more: 'M5 11.6a.4.4 0 1 0 0 .8.4.4 0 0 0 0-.8M12 11.6a.4.4 0 1 0 0 .8.4.4 0 0 0 0-.8M19 11.6a.4.4 0 1 0 0 .8.4.4 0 0 0 0-.8',
	open: 'M14 4h6v6M20 4l-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5',
	retry: 'M4 12a8 8 0 1 0 2.5-5.8M4 4v4h4',
	forward: 'M9 5l7 7-7 7',
	down: 'M5 9l7 7 7-7',
	reply: 'M10 6l-6 6 6 6M4 12h10a6 6 0 0 1 6 6v1',
	bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5a2 2 0 0 0 4 0',
	silent: 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5a2 2 0 0 0 4 0M4 4l16 16',
	copy: 'M9 9h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1M16 9V5a1 1 0 0 0-1-1H5a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h3',
	leave: 'M10 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h4M15 8l4 4-4 4M19 12H10',
	video: 'M4 7h10a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1zM15 11l6-4v10l-6-4',
	attach: 'M20 11.5l-8.2 8.2a5 5 0 0 1-7.1-7.1l8.6-8.6a3.3 3.3 0 0 1 4.7 4.7l-8.5 8.5a1.7 1.7 0 0 1-2.4-2.4l7.6-7.6',
	camera: 'M4 8h3l2-3h6l2 3h3v11H4zM12 17a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7',
	emoji: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M8.5 14.5a4.3 4.3 0 0 0 7 0M9 9.5v.01M15 9.5v.01',
	voice: 'M12 15a3 3 0 0 0 3-3V6a3 3 0 0 0-6 0v6a3 3 0 0 0 3 3M5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3',
	delete: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5',
	download: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
	file: 'M14 3H7a1 1 0 0 0-1 1v16a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1V7zM14 3v4h4',
	location: 'M12 21s7-6.5 7-11.5a7 7 0 0 0-14 0C5 14.5 12 21 12 21M12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5',
	search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14M16 16l4.5 4.5',
	sound: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11',
	muted: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5',
	link: 'M10 14a4 4 0 0 0 6 .4l3-3a4.2 4.2 0 0 0-6-6l-1.7 1.7M14 10a4 4 0 0 0-6-.4l-3 3a4.2 4.2 0 0 0 6 6l1.7-1.7',
} as const;

export function Icon({ name, isDirectional = false }: { name: keyof typeof PATHS; isDirectional?: boolean }) {
	return <LineIcon path={PATHS[name]} isDirectional={isDirectional} />;
}

/** The same for a path that only one program has. */
export function LineIcon({ path, isDirectional = false }: { path: string; isDirectional?: boolean }) {
	return (
		<svg
			width="20"
			height="20"
			viewBox="0 0 24 24"
			fill="none"
			stroke="currentColor"
			strokeWidth="2"
			strokeLinecap="round"
			strokeLinejoin="round"
			aria-hidden="true"
			data-directional={isDirectional || undefined}
		>
			<path d={path} />
		</svg>
	);
}
