/** What does nothing on purpose, and what may be said on the console. */
import type { Control } from './controls.ts';

/** Names of controls that are there to close what is open. */
export const ENDS = /^(Close|Cancel|Back|Not now|No|Dismiss)\b/;

/** What leads to a view of its own, in the same place. */
export const LEADS_AWAY = /^Sign out$/;

/** View and control → the reason. */
const IDLE: readonly { view: RegExp; control: RegExp; reason: string }[] = [
	{ view: /^choices/, control: /^button Put aside$/, reason: 'it tells the page around the chat, which acts' },
	{ view: /^(reply|quote)$/, control: /^button Reply$/, reason: 'a reply is being written' },
	{ view: /^\/settings\/mail$/, control: /^button Check again$/, reason: 'the DNS says the same as before' },
	{ view: /^private note$/, control: /^button Private note$/, reason: 'a note is being written' },
];

/** What opens something that Escape does not close → the reason. */
const STAYING: readonly { view?: RegExp; control: RegExp; reason: string }[] = [
	{ view: / offline$/, control: /^button Add a reaction$/, reason: 'the choice cannot load, and says so' },
	{ control: /^button Click here to join$/, reason: 'a call must not end by accident, and has a button for it' },
];

export function stays(view: string, { role, name }: Control): boolean {
	return STAYING.some((row) => (row.view?.test(view) ?? true) && row.control.test(`${role} ${name}`));
}

export function isIdle(view: string, { role, name }: Control): string | undefined {
	return IDLE.find((row) => row.view.test(view) && row.control.test(`${role} ${name}`))?.reason;
}

/** What leads the focus on to where one writes, which keeps it after Escape. Name → the reason. */
const LEADS_ON: readonly { control: RegExp; reason: string }[] = [
	{ control: /^Saved replies$/, reason: 'it writes the slash, behind which the field offers them' },
];

export function leadsOn({ name }: Control): boolean {
	return LEADS_ON.some(({ control }) => control.test(name));
}

/** What the browser itself writes about answers that refuse what was entered. */
const COMPLAINTS: readonly { view: RegExp; error: RegExp }[] = [
	// Every request of a page without a network, and what loads only when it is used.
	{ view: / offline$/, error: /ERR_INTERNET_DISCONNECTED|ChunkLoadError/ },
];

export function mayComplain(view: string, error: string): boolean {
	return COMPLAINTS.some((row) => row.view.test(view) && row.error.test(error));
}
