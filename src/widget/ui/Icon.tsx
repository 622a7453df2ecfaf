/** Line icons on a grid of 24. They are decoration: the control around one has the name. */
const PATHS = {
	back: 'M15 5l-7 7 7 7',
	close: 'M6 6l12 12M18 6L6 18',
	send: 'M12 19V5M5 12l7-7 7 7',
	retry: 'M4 12a8 8 0 1 0 2.5-5.8M4 4v4h4',
	forward: 'M9 5l7 7-7 7',
} as const;

export function Icon({ name, isDirectional = false }: { name: keyof typeof PATHS; isDirectional?: boolean }) {
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
			<path d={PATHS[name]} />
		</svg>
	);
}
