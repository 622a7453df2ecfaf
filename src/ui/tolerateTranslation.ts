/**
 * Lets React draw in a document that a browser or an extension translates. Those put elements of
 * their own in the place of text nodes that React keeps: React then throws where it removes such a
 * text or inserts something before it, and its change is never seen
 * (https://github.com/facebook/react/issues/11538). Once this module has been imported, React's
 * calls concern what stands for the text. Only documents of our own import it: pages of others keep
 * their prototypes.
 */

/** What took the place of a node, by that node. No circles: what was added last has no entry. */
const standIns = new WeakMap<Node, ChildNode>();
const observer = new MutationObserver(followChanges);
observer.observe(document, { subtree: true, childList: true });

const { insertBefore, removeChild } = Node.prototype;

Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
	const place = findPlace(this, child);
	if (place) removeChild.call(this, place);
	return child;
};

Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, child: Node | null): T {
	return insertBefore.call(this, node, child && findPlace(this, child)) as T;
};

/** The child of `parent` that is, or contains, what stands for `child`; null where nothing does. */
function findPlace(parent: Node, child: Node): Node | null {
	if (child.parentNode === parent) return child;
	followChanges(observer.takeRecords());
	let place: Node | null = standInOf(child);
	while (place && place.parentNode !== parent) place = place.parentNode;
	return place;
}

/** The node itself where nothing has taken its place. */
function standInOf(node: Node): ChildNode {
	const standIn = standIns.get(node);
	return standIn ? standInOf(standIn) : (node as ChildNode);
}

function followChanges(records: readonly MutationRecord[]): void {
	for (const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
		// React has changed a text that is no longer in the document.
		if (type === 'characterData' && !target.parentNode) standInOf(target).replaceWith(target);
		for (const node of addedNodes) {
			const standIn = standInOf(node);
			standIns.delete(node);
			// React has moved the text.
			if (!standIn.contains(node)) standIn.remove();
		}
		for (const node of removedNodes) {
			const standIn = addedNodes[0] ?? [previousSibling, nextSibling].find((beside) => beside?.nodeName === 'FONT');
			if (!standIn) continue;
			standIns.set(node, standIn as ChildNode);
			observer.observe(node, { characterData: true });
		}
	}
}
