/**
 * Tests press, type and choose as people do (test/README.md, Input). A script also does what they
 * cannot: it proves less.
 */

export type Deed = 'press' | 'event' | 'value';

const HINTS: Record<Deed, string> = {
	press: 'No person presses by a script: use `press`, `tap` or `choose`',
	event: 'No person dispatches events: use `press`, `hover`, `type` or `key`',
	value: 'No person sets values: use `type`, `fill`, `choose` or `press`',
};

/** File or folder → deed → why a script does it there. */
const EXCEPTIONS: Record<string, Partial<Record<Deed, string>>> = {
	'test/bench/chat.ts': { press: 'It presses what it measures in the frame in which that appears.' },
	'test/budgets/desk.ts': { press: 'It takes the time from the press on, without that of the driver.' },
	'test/budgets/manyMessages.browser.test.ts': {
		press: 'It takes the time from the press on, without that of the driver.',
		event: 'It takes the time from the key on, without that of the driver.',
	},
	'test/budgets/waterfall.test.ts': { press: 'It presses the launcher in the frame in which that appears.' },
	'test/desk/commands.browser.test.ts': { event: 'No driver has keys with other letters, and none holds one down.' },
	'test/desk/contactImport.browser.test.ts': { event: 'The dialog that chooses a file is not of the page.' },
	'test/desk/helpCentre.browser.test.ts': {
		event: "No driver has files in the system's dialog, in its clipboard, or under its mouse.",
	},
	'test/desk/notifications.browser.test.ts': { event: 'A notification of the system is a stand-in here.' },
	'test/desk/settings.browser.test.ts': { event: 'The dialog that chooses a file is not of the page.' },
	'test/host/hideAndOpen.browser.test.ts': { event: "Only Chromium's driver moves the mouse out of the window." },
	'test/host/interest.browser.test.ts': { event: 'A finger that stays down: a whole tap would open the chat.' },
	'test/host/notifications.browser.test.ts': { event: "It is the system's own notification that is pressed." },
	'test/journeys/firstView.test.ts': { press: 'It reads what is drawn within the task of the press.' },
	'test/journeys/policies.test.ts': { press: 'It is the script of a hostile chat that begins a download.' },
	'test/journeys/settings.test.ts': {
		value: "No driver operates the browser's own picker of colors.",
		event: "No driver operates the browser's own picker of colors.",
	},
	'test/widget/files.ts': {
		event: "No driver has files in the system's dialog, in its clipboard, or under its mouse.",
	},
	'test/widget/realtime.test.ts': { event: 'happy-dom has no other window that the visitor could come back from.' },
	'test/widget/retry.test.ts': { event: 'happy-dom has no other window that the visitor could come back from.' },
	'test/widget/useLoaded.test.tsx': { event: 'happy-dom has no other window that the visitor could come back from.' },
};

const INPUT_EVENTS = /^(Mouse|Pointer|Touch|Keyboard|Input|Wheel|Drag|Clipboard|Composition|Focus)Event$/;
const INPUT_NAMES =
	/^(click|dblclick|auxclick|contextmenu|input|beforeinput|change|submit|focus|blur|focusin|focusout|wheel|drop|copy|cut|paste|(mouse|pointer|touch|key|drag|composition)[a-z]+)$/;

/** Why a test may not do this by a script, or undefined where it may. */
export function refuseScriptedInput(file: string, deed: Deed): string | undefined {
	if (!file.startsWith('test/')) return undefined;
	const isIn = (place: string) => file === place || file.startsWith(`${place}/`);
	if (Object.entries(EXCEPTIONS).some(([place, deeds]) => isIn(place) && deeds[deed] !== undefined)) return undefined;
	return `${HINTS[deed]} of test/support, or list the reason in src/build/lint/scriptedInput.ts.`;
}

interface Node {
	type: string;
	name?: string;
	value?: unknown;
	computed?: boolean;
	object?: Node;
	property?: Node;
	callee?: Node;
	left?: Node;
	arguments?: Node[];
}

/** What a call, a construction or an assignment does in the place of a person. */
export function deedOf(node: Node): Deed | undefined {
	const { type, callee, left, arguments: given = [] } = node;
	if (type === 'AssignmentExpression') return isFieldsState(left) ? 'value' : undefined;
	if (type === 'NewExpression') return isInputEvent(callee, given) ? 'event' : undefined;
	const called = callee?.type === 'MemberExpression' ? callee.property?.name : undefined;
	// The mouse of a driver, `page.mouse`, is as real as it gets.
	if ((callee?.object?.property ?? callee?.object)?.name === 'mouse') return undefined;
	if (called === 'click' || called === 'requestSubmit') return 'press';
	// Puppeteer's, which chooses by a script; a field's own has no arguments.
	if (called === 'select' && given.length > 1) return 'value';
	if (called === 'getOwnPropertyDescriptor' && /^(value|checked)$/.test(String(given[1]?.value))) return 'value';
	return undefined;
}

function isFieldsState(left: Node | undefined): boolean {
	return left?.type === 'MemberExpression' && !left.computed && /^(value|checked)$/.test(left.property?.name ?? '');
}

function isInputEvent(callee: Node | undefined, [name]: Node[]): boolean {
	if (callee?.type !== 'Identifier' || callee.name === undefined) return false;
	return INPUT_EVENTS.test(callee.name) || (callee.name === 'Event' && INPUT_NAMES.test(String(name?.value)));
}
