/** `application/x-www-form-urlencoded` with nested names, as scripts for Chatwoot send it. */

type Form = { [key: string]: Value };
type Value = string | Form | Value[];

/**
 * `a=1&message[content]=Hi&labels[]=x` → `{ a: '1', message: { content: 'Hi' }, labels: ['x'] }`.
 * The last value of a name wins. `items[][name]=a&items[][value]=1&items[][name]=b` → `{ items: [{
 * name: 'a', value: '1' }, { name: 'b' }] }`: a value that the last object of a list has already
 * begins the next object.
 */
export function parseForm(text: string): Form {
	return nestForm(new URLSearchParams(text));
}

/** The same for names and values that are already separated. */
export function nestForm(fields: Iterable<[name: string, value: string]>): Form {
	const form = emptyForm();
	for (const [name, value] of fields) {
		const keys = keysOf(name);
		if (keys.length > 0) setField(form, keys, value);
	}
	return form;
}

/** The keys of a nested name; '' stands for the next place in a list. */
function keysOf(name: string): string[] {
	const parts = name.split('[').map((part) => part.replaceAll(']', ''));
	return parts.filter((part, index) => part !== '' || (index > 0 && parts[index - 1] !== ''));
}

/**
 * Changes the form in place: a copy for each of the 200,000 values that fit into a body would take
 * minutes.
 */
function setField(form: Form, keys: readonly string[], value: string): void {
	let place: Form | Value[] = form;
	for (const [index, key] of keys.entries()) {
		const next = keys[index + 1];
		if (Array.isArray(place)) {
			if (next === undefined) place.push(value);
			else place = objectFor(place, next);
		} else if (next === undefined) {
			place[key] = value;
		} else {
			place = next === '' ? listIn(place, key) : formIn(place, key);
		}
	}
}

function objectFor(list: Value[], key: string): Form {
	const last = list.at(-1);
	if (isForm(last) && typeof last[key] !== 'string') return last;
	const form = emptyForm();
	list.push(form);
	return form;
}

function listIn(form: Form, key: string): Value[] {
	const known = form[key];
	return Array.isArray(known) ? known : (form[key] = []);
}

function formIn(form: Form, key: string): Form {
	const known = form[key];
	return isForm(known) ? known : (form[key] = emptyForm());
}

function isForm(value: Value | undefined): value is Form {
	return typeof value === 'object' && !Array.isArray(value);
}

/** An object without a prototype, so that no name in a form can reach one. */
function emptyForm(): Form {
	return Object.create(null) as Form;
}
