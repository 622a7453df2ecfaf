/** Icons of what messages have: they load with the first message. */
export const COPY =
	'M9 9h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1M16 9V5a1 1 0 0 0-1-1H5a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h3';
export const REPLY = 'M10 6l-6 6 6 6M4 12h10a6 6 0 0 1 6 6v1';
export const LINK =
	'M10 14a4 4 0 0 0 6 .4l3-3a4.2 4.2 0 0 0-6-6l-1.7 1.7M14 10a4 4 0 0 0-6-.4l-3 3a4.2 4.2 0 0 0 6 6l1.7-1.7';
