/**
 * A thread beside the server's, for work that would hold up everything else. Its file answers by
 * `answerCalls`.
 */
import { parentPort, Worker } from 'node:worker_threads';
import { ROOT } from './root.ts';

interface Call {
	id: number;
	question: unknown;
}

type Answer = { id: number; answer: unknown } | { id: number; error: string };

/** What a thread sends first, once it has loaded its modules. */
const READY = 'ready';

/**
 * Starts with the first call, and again after it has ended. Calls are answered one after the other.
 */
export class Thread<Question> {
	readonly #file: string;
	readonly #data: unknown;
	readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
	#worker: Worker | undefined;
	#ready = Promise.withResolvers<void>();
	#count = 0;

	/**
	 * @param file its path from the root of the repository; @param data becomes its `workerData`
	 */
	constructor(file: string, data?: unknown) {
		this.#file = file;
		this.#data = data;
	}

	/** Rejects with the message of what the thread throws. The caller states the answer's type. */
	call<T>(question: Question): Promise<T> {
		const worker = (this.#worker ??= this.#start());
		const id = (this.#count += 1);
		const answered = Promise.withResolvers<unknown>();
		this.#waiting.set(id, answered);
		// The process may only end while nothing is asked.
		worker.ref();
		worker.postMessage({ id, question } satisfies Call);
		return answered.promise as Promise<T>;
	}

	/** What is asked still is rejected. */
	async end(): Promise<void> {
		const worker = this.#worker;
		if (!worker) return;
		// A thread that is stopped while it loads a module in C++ can end the whole process: Node's
		// calls of the module then fail.
		await this.#ready.promise;
		// An answer that arrives now would let the process end before its thread, with whatever
		// waits for this.
		worker.removeAllListeners('message');
		await worker.terminate();
	}

	#start(): Worker {
		const worker = new Worker(ROOT + this.#file, { workerData: this.#data, execArgv: [] });
		const ready = (this.#ready = Promise.withResolvers<void>());
		let reason = new Error(`The thread of ${this.#file} has ended`);
		worker.on('message', (answer: Answer | typeof READY) => {
			if (answer === READY) return ready.resolve();
			const waiting = this.#waiting.get(answer.id);
			this.#waiting.delete(answer.id);
			if (this.#waiting.size === 0) worker.unref();
			if ('error' in answer) waiting?.reject(new Error(answer.error));
			else waiting?.resolve(answer.answer);
		});
		worker.on('error', (error: Error) => (reason = error));
		worker.on('exit', () => {
			ready.resolve();
			if (this.#worker === worker) this.#worker = undefined;
			for (const { reject } of this.#waiting.values()) reject(reason);
			this.#waiting.clear();
		});
		return worker;
	}
}

/**
 * For the file of a thread: answers each call with what `answer` returns or resolves with, or with
 * the message of what it throws.
 */
export function answerCalls<Question>(answer: (question: Question) => unknown): void {
	const reply = async ({ id, question }: Call): Promise<void> => {
		let said: Answer;
		try {
			said = { id, answer: await answer(question as Question) };
		} catch (error) {
			said = { id, error: error instanceof Error ? error.message : String(error) };
		}
		parentPort?.postMessage(said);
	};
	parentPort?.on('message', (call: Call) => void reply(call));
	parentPort?.postMessage(READY);
}
