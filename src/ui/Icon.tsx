/**
 * Line icons on a grid of 24, of which every chat loads these. They are decoration: the control
 * around an icon has the accessible name.
 */
const PATHS = {
	back: 'M15 5l-7 7 7 7',
	close: 'M6 6l12 12M18 6L6 18',
	send: 'M12 19V5M5 12l7-7 7 7',
	more: 'M5 11.6a.4.4 0 1 0 0 .8.4.4 0 0 0 0-.8M12 11.6a.4.4 0 1 0 0 .8.4.4 0 0 0 0-.8M19 11.6a.4.4 0 1 0 0 .8.4.4 0 0 0 0-.8',
	open: 'M14 4h6v6M20 4l-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5',
	retry: 'M4 12a8 8 0 1 0 2.5-5.8M4 4v4h4',
	forward: 'M9 5l7 7-7 7',
	down: 'M5 9l7 7 7-7',
	leave: 'M10 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h4M15 8l4 4-4 4M19 12H10',
	video: 'M4 7h10a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1zM15 11l6-4v10l-6-4',
	attach: 'M20 11.5l-8.2 8.2a5 5 0 0 1-7.1-7.1l8.6-8.6a3.3 3.3 0 0 1 4.7 4.7l-8.5 8.5a1.7 1.7 0 0 1-2.4-2.4l7.6-7.6',
	camera: 'M4 8h3l2-3h6l2 3h3v11H4zM12 17a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7',
	emoji: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M8.5 14.5a4.3 4.3 0 0 0 7 0M9 9.5v.01M15 9.5v.01',
	voice: 'M12 15a3 3 0 0 0 3-3V6a3 3 0 0 0-6 0v6a3 3 0 0 0 3 3M5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3',
	download: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
	file: 'M14 3H7a1 1 0 0 0-1 1v16a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1V7zM14 3v4h4',
	search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14M16 16l4.5 4.5',
	sound: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11',
	muted: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5',
} as const;

/** The name of one of them, or the path of one that loads with what shows it. */
export type IconName = keyof typeof PATHS | `M${string}`;

export function Icon({ name, isDirectional = false }: { name: IconName; isDirectional?: boolean }) {
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
			<path d={PATHS[name as keyof typeof PATHS] ?? name} />
		</svg>
	);
}
