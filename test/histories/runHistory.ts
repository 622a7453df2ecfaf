/** Performs a history, and checks what is left of it. */
import { setTimeout as pause } from 'node:timers/promises';
import { createAgent } from '../server/api.ts';
import { BrowserProfile } from './browserProfile.ts';
import { ChatWindow, type SiteUser } from './chatWindow.ts';
import { AGENTS, type Step, VISITORS, WINDOWS_PER_VISITOR } from './generate.ts';
import type { Place } from './place.ts';

/** Milliseconds between two looks at it. */
const INTERVAL = 60;

interface Author {
	/** In the order of writing. */
	texts: string[];
	/** Those that the server has acknowledged, or that were shown as sent. */
	sent: Set<string>;
	/** Those that were shown as failed at some time: the later ones went before them. */
	failed: Set<string>;
}

interface Visitor {
	profile: BrowserProfile;
	/** Whom the site has signed in. */
	user: SiteUser | undefined;
	/** Who sits there: the number of a user, or of an anonymous visitor. */
	person: number;
	/** Whether the person has ever changed. */
	hasChanged: boolean;
}

let runs = 0;

/**
 * Answers what is wrong afterwards, or undefined.
 * @param patience milliseconds until everybody has to agree
 */
export async function runHistory(steps: readonly Step[], place: Place, patience: number): Promise<string | undefined> {
	const history = new History(place, `run ${(runs += 1)}: `);
	try {
		for (const step of steps) await history.perform(step);
		return await history.settle(patience);
	} finally {
		history.close();
	}
}

class History {
	readonly #place: Place;
	/** Every text begins with it, so that histories can share a server. */
	readonly #mark: string;
	readonly #visitors: Visitor[];
	readonly #windows: ChatWindow[];
	readonly #writers: Author[];
	readonly #agents: (Author & { token: string; isDone: Promise<unknown> })[];
	readonly #restarts: Promise<void>[] = [];
	/** Numbers of people: each user, and each anonymous visitor. */
	#people = 0;
	/** User → number. */
	readonly #persons = new Map<string, number>();
	/** Anonymous visitor → the user who they turned out to be. */
	readonly #turnedOut = new Map<number, number>();
	/** Anonymous visitors of whom it is not known who they turned out to be. */
	readonly #anybody = new Set<number>();
	/** Text → who wrote it. */
	readonly #writtenAs = new Map<string, number>();
	#isOver = false;

	constructor(place: Place, mark: string) {
		this.#place = place;
		this.#mark = mark;
		this.#visitors = Array.from({ length: VISITORS }, () => ({
			profile: new BrowserProfile(),
			user: undefined,
			person: (this.#people += 1),
			hasChanged: false,
		}));
		const count = VISITORS * WINDOWS_PER_VISITOR;
		this.#windows = Array.from({ length: count }, (_, index) => this.#open(index));
		const createAuthor = (): Author => ({ texts: [], sent: new Set(), failed: new Set() });
		this.#writers = Array.from({ length: count }, createAuthor);
		this.#agents = Array.from({ length: AGENTS }, () => ({
			...createAuthor(),
			token: place.agentToken,
			isDone: Promise.resolve(),
		}));
	}

	#open(index: number): ChatWindow {
		const { profile, user } = this.#visitor(visitorOf(index));
		return new ChatWindow(this.#place, profile, user);
	}

	#visitor(index: number): Visitor {
		const visitor = this.#visitors[index];
		if (!visitor) throw new Error(`There is no visitor ${index}`);
		return visitor;
	}

	#windowsOf(visitor: number): ChatWindow[] {
		return this.#windows.slice(visitor * WINDOWS_PER_VISITOR, (visitor + 1) * WINDOWS_PER_VISITOR);
	}

	async #signIn({ visitor: index, user }: Step & { do: 'sign in' }): Promise<void> {
		const visitor = this.#visitor(index);
		const identifier = `${this.#mark}user ${user} of visitor ${index}`;
		if (visitor.user?.identifier === identifier) return;
		const anonymous = visitor.user ? undefined : visitor.person;
		visitor.user = { identifier, hash: this.#place.proveUser(identifier) };
		visitor.hasChanged = true;
		visitor.person = this.#persons.get(identifier) ?? (this.#people += 1);
		this.#persons.set(identifier, visitor.person);
		const { user: named } = visitor;
		const accepted = await Promise.all(this.#windowsOf(index).map((window) => window.signIn(named)));
		// An anonymous visitor turns out to be that user, or the next one where that failed.
		if (anonymous === undefined) return;
		if (accepted.includes(false)) this.#anybody.add(anonymous);
		else this.#turnedOut.set(anonymous, visitor.person);
	}

	async #signOut(index: number): Promise<void> {
		const visitor = this.#visitor(index);
		visitor.user = undefined;
		visitor.hasChanged = true;
		visitor.person = this.#people += 1;
		await Promise.all(this.#windowsOf(index).map((window) => window.reset()));
		for (let each = 0; each < WINDOWS_PER_VISITOR; each += 1) this.#reload(index * WINDOWS_PER_VISITOR + each);
	}

	async perform(step: Step): Promise<void> {
		switch (step.do) {
			case 'wait':
				return pause(step.milliseconds);
			case 'kill the server':
				this.#restarts.push(this.#place.restart());
				return;
			case 'answer':
				return this.#answer(step);
			case 'sign in':
				return this.#signIn(step);
			case 'sign out':
				return this.#signOut(step.visitor);
		}
		const window = this.#windows[step.window];
		switch (step.do) {
			case 'send': {
				const text = this.#mark + step.text;
				this.#writers[step.window]?.texts.push(text);
				this.#writtenAs.set(text, this.#visitor(visitorOf(step.window)).person);
				window?.write(text);
				return;
			}
			case 'fault':
				window?.network.faults.push(step.fault);
				return;
			case 'go offline':
				return window?.setOnline(false);
			case 'come online':
				return window?.setOnline(true);
			case 'type':
				return window?.type(this.#mark + step.text);
			case 'open':
				return window?.tell({ event: 'toggle-open', isOpen: true });
			case 'close':
				return window?.tell({ event: 'toggle-open', isOpen: false });
			case 'look':
				return window?.fire('focus');
			case 'reload':
				return this.#reload(step.window);
		}
	}

	#reload(index: number): void {
		this.#close(index);
		this.#windows[index] = this.#open(index);
	}

	#close(index: number): void {
		const window = this.#windows[index];
		this.#note(index);
		window?.close();
	}

	/** Keeps what the window has shown. */
	#note(index: number): void {
		const [window, writer] = [this.#windows[index], this.#writers[index]];
		for (const text of window?.sent ?? []) writer?.sent.add(text);
		for (const text of window?.failed ?? []) for (const author of this.#writers) author.failed.add(text);
	}

	/**
	 * Each agent repeats a message with the same echo id until it is stored, and sends one after
	 * the other.
	 */
	#answer({ agent: index, visitor, text }: Step & { do: 'answer' }): void {
		const agent = this.#agents[index];
		const first = this.#windows[visitor * WINDOWS_PER_VISITOR];
		const displayId = first?.store.get(first.models.conversationIdAtom);
		if (!agent || displayId === undefined) return;
		const content = this.#mark + text;
		agent.texts.push(content);
		agent.isDone = agent.isDone.then(async () => {
			const caller = createAgent(this.#place.origin, agent.token);
			while (!this.#isOver) {
				const stored = await caller.write(displayId, content, { echo_id: content }).catch(() => undefined);
				if (stored) return agent.sent.add(content);
				await pause(INTERVAL);
			}
		});
	}

	/** Ends everything that is wrong, and waits until everybody agrees. */
	async settle(patience: number): Promise<string | undefined> {
		await Promise.all(this.#restarts);
		for (const window of this.#windows) {
			window.network.faults.length = 0;
			window.setOnline(true);
		}
		const end = performance.now() + patience;
		// The site names its user again, where that failed before: another history may restart the
		// server.
		const naming = this.#windows.map(async (window, index) => {
			const { user } = this.#visitor(visitorOf(index));
			while (user && !(await window.signIn(user)) && performance.now() < end) await pause(INTERVAL);
		});
		await Promise.all(naming);
		for (;;) {
			const problem = this.#findFault() ?? this.#findDifference();
			if (problem === undefined) await Promise.all(this.#agents.map(({ isDone }) => isDone));
			const lasting = this.#findFault();
			if (lasting !== undefined || problem === undefined) return lasting;
			if (performance.now() > end) return problem;
			// Ends the pauses of those who try again.
			for (const window of this.#windows) window.fire('focus');
			await pause(INTERVAL);
		}
	}

	/** What waiting cannot mend. */
	#findFault(): string | undefined {
		this.#windows.forEach((_, index) => this.#note(index));
		const rows = this.#place.readMessages(this.#mark);
		const stored = rows.map(({ content }) => content);
		const twice = stored.find((text, index) => stored.indexOf(text) !== index);
		if (twice !== undefined) return `"${twice}" is stored twice`;
		for (const { texts, sent, failed } of [...this.#writers, ...this.#agents]) {
			const lost = [...sent].find((text) => text.startsWith(this.#mark) && !stored.includes(text));
			if (lost !== undefined) return `"${lost}" was sent, and is not stored`;
			const inOrder = texts.filter((text) => !failed.has(text) && stored.includes(text));
			const found = stored.filter((text) => inOrder.includes(text));
			if (found.join() !== inOrder.join()) return `Written as ${inOrder.join()}, and stored as ${found.join()}`;
		}
		for (const [index, window] of this.#windows.entries()) {
			const shown = window.shownTexts();
			const repeated = shown.find((text, place) => text.startsWith(this.#mark) && shown.indexOf(text) !== place);
			if (repeated !== undefined) return `Window ${index} shows "${repeated}" twice`;
			const { person } = this.#visitor(visitorOf(index));
			const foreign = shown.find((text) => !this.#isBy(text, person));
			if (foreign !== undefined) return `Window ${index} shows "${foreign}" of another person`;
		}
		return undefined;
	}

	#isBy(text: string, person: number): boolean {
		const writer = this.#writtenAs.get(text);
		if (writer === undefined || this.#anybody.has(writer)) return true;
		return (this.#turnedOut.get(writer) ?? writer) === person;
	}

	/** What may still come right. */
	#findDifference(): string | undefined {
		const rows = this.#place.readMessages(this.#mark);
		for (const [index, window] of this.#windows.entries()) {
			const waiting = window.waitingTexts();
			if (waiting.length > 0) return `Window ${index} has not sent ${waiting.join()}`;
			const conversation = window.conversation();
			const expected = rows.filter((row) => row.conversation === conversation).map(({ content }) => content);
			const shown = window.shownTexts().filter((text) => text.startsWith(this.#mark) && !window.failed.has(text));
			const known = window.hasOlder() ? expected.slice(-shown.length) : expected;
			if (shown.join() !== known.join()) return `Window ${index} shows ${shown.join()} instead of ${known.join()}`;
		}
		for (const index of this.#visitors.keys()) {
			const windows = this.#windowsOf(index);
			const [one, other] = windows.map((window) => window.conversation());
			if (one !== other) return `The windows of visitor ${index} show the conversations ${one} and ${other}`;
			const [draft, otherDraft] = windows.map((window) => window.draft());
			if (draft !== otherDraft) return `The windows of visitor ${index} have the drafts "${draft}" and "${otherDraft}"`;
		}
		for (const [index, { texts, failed }] of this.#writers.entries()) {
			// What somebody has not sent yet is discarded when another person takes over.
			if (this.#visitor(visitorOf(index)).hasChanged) continue;
			const missing = texts.find((text) => !failed.has(text) && !rows.some(({ content }) => content === text));
			if (missing !== undefined) return `"${missing}" of window ${index} has vanished`;
		}
		return undefined;
	}

	close(): void {
		this.#isOver = true;
		for (const window of this.#windows) window.close();
	}
}

function visitorOf(window: number): number {
	return Math.floor(window / WINDOWS_PER_VISITOR);
}
