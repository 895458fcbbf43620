//! The dependency graph, and the order of operations.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::address::{Mode, Node, ResourceAddress};
use crate::language::config::{Condition, Configuration, ResourceBlock};
use crate::language::eval::{nodes_of_body, nodes_of_expr};
use crate::message::{Message, Messages};
use crate::source::Location;

/// The dependencies of a configuration.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    /// All nodes except those in a cycle and their dependents, each after its dependencies.
    pub(crate) order: Vec<Node>,
    /// The others.
    pub(crate) without_order: Vec<Node>,
    direct: BTreeMap<Node, BTreeSet<Node>>,
    /// The resources whose replacement is created before the old object is destroyed.
    create_first: BTreeSet<ResourceAddress>,
}

impl Graph {
    /// Builds the graph from the references and `depends_on` of a configuration. A cycle is an
    /// error that names its nodes; the graph is then only useful for finding further errors.
    pub(crate) fn new(configuration: &Configuration, messages: &mut Messages) -> Self {
        let mut direct: BTreeMap<Node, BTreeSet<Node>> = BTreeMap::new();
        for (name, variable) in &configuration.variables {
            // Everything that uses a variable waits for its validations, so the variable comes
            // after their references.
            let own = Node::Variable(name.clone());
            let mut nodes = nodes_of_conditions(&variable.validations);
            nodes.remove(&own);
            direct.insert(own, nodes);
        }
        for (name, local) in &configuration.locals {
            direct.insert(Node::Local(name.clone()), nodes_of_expr(&local.value));
        }
        let settings = configuration
            .provider
            .as_ref()
            .map(|provider| nodes_of_body(&provider.body));
        direct.insert(Node::Provider(None), settings.unwrap_or_default());
        for (alias, provider) in &configuration.aliases {
            let node = Node::Provider(Some(Arc::clone(alias)));
            direct.insert(node, nodes_of_body(&provider.body));
        }
        for (address, block) in &configuration.resources {
            let mut nodes = nodes_of_block(block);
            let named = block.depends_on.iter();
            nodes.extend(named.map(|(address, _)| Node::Resource(address.clone())));
            nodes.extend(nodes_of_conditions(block.lifecycle.conditions()));
            nodes.extend(triggered_nodes(configuration, address, block));
            nodes.extend(replacing_nodes(address, block));
            direct.insert(Node::Resource(address.clone()), nodes);
        }
        for block in &configuration.imports {
            // Import targets are determined when the resource is planned.
            if let Some(nodes) = direct.get_mut(&Node::Resource(block.to.resource.clone())) {
                let expressions = block.repetition.expr().into_iter();
                let expressions = expressions.chain(block.expressions());
                nodes.extend(expressions.flat_map(nodes_of_expr));
            }
        }
        // References to undeclared nodes have been reported.
        let declared: BTreeSet<Node> = direct.keys().cloned().collect();
        for nodes in direct.values_mut() {
            nodes.retain(|node| declared.contains(node));
        }
        let order = topological_order(&direct).unwrap_or_else(|Cycle { before, members }| {
            messages.push(cycle_error(configuration, &members));
            before
        });
        let placed: BTreeSet<&Node> = order.iter().collect();
        let rest = direct.keys().filter(|node| !placed.contains(node));
        let without_order = rest.cloned().collect();
        let mut graph = Graph {
            order,
            without_order,
            direct,
            create_first: BTreeSet::new(),
        };
        graph.create_first = graph.spread_create_first(configuration);
        graph
    }

    /// The resources with `create_before_destroy`, and their dependencies: a new object needs its
    /// dependencies before the old one is deleted, and the old one must be deleted before its own
    /// dependencies.
    fn spread_create_first(&self, configuration: &Configuration) -> BTreeSet<ResourceAddress> {
        let mut found = BTreeSet::new();
        for (address, block) in &configuration.resources {
            if block.lifecycle.create_before_destroy {
                found.extend(self.managed_dependencies(address));
                found.insert(address.clone());
            }
        }
        found
    }

    /// Whether a replacement of this is created before the old object is destroyed.
    pub(crate) fn creates_first(&self, address: &ResourceAddress) -> bool {
        self.create_first.contains(address)
    }

    /// All direct and indirect dependencies of a resource that are resources.
    pub(crate) fn resource_dependencies(
        &self,
        address: &ResourceAddress,
    ) -> BTreeSet<ResourceAddress> {
        resources_among(self.before(&Node::Resource(address.clone())))
    }

    /// The same, without dependencies through the settings of the provider.
    pub(crate) fn resource_references(
        &self,
        address: &ResourceAddress,
    ) -> BTreeSet<ResourceAddress> {
        let start = Node::Resource(address.clone());
        resources_among(self.reachable(&start, |node| !matches!(node, Node::Provider(_))))
    }

    /// All direct and indirect dependencies of a node.
    pub(crate) fn before(&self, node: &Node) -> BTreeSet<Node> {
        self.reachable(node, |_| true)
    }

    /// These nodes with all their dependencies.
    pub(crate) fn up_to(&self, nodes: impl Iterator<Item = Node>) -> BTreeSet<Node> {
        let mut all = BTreeSet::new();
        for node in nodes {
            all.extend(self.before(&node));
            all.insert(node);
        }
        all
    }

    fn reachable(&self, start: &Node, is_followed: impl Fn(&Node) -> bool) -> BTreeSet<Node> {
        let mut found = BTreeSet::new();
        let mut open: Vec<&Node> = vec![start];
        while let Some(node) = open.pop() {
            for next in self.direct.get(node).into_iter().flatten() {
                if is_followed(next) && found.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        found
    }

    /// The managed resources among these.
    pub(crate) fn managed_dependencies(
        &self,
        address: &ResourceAddress,
    ) -> BTreeSet<ResourceAddress> {
        let mut found = self.resource_dependencies(address);
        found.retain(|address| address.mode == Mode::Managed);
        found
    }
}

/// What failed in a step, on which nothing can be built.
#[derive(Default)]
pub(crate) struct Failed {
    /// The resources with a failed instance.
    pub(crate) resources: BTreeSet<ResourceAddress>,
    /// The variables whose values their own validations reject.
    pub(crate) variables: BTreeSet<Node>,
}

impl Failed {
    /// Whether a node depends on such a variable.
    pub(crate) fn before(&self, node: &Node, graph: &Graph) -> bool {
        !self.variables.is_empty() && !self.variables.is_disjoint(&graph.before(node))
    }

    /// Whether a resource depends on anything that failed.
    pub(crate) fn before_resource(&self, address: &ResourceAddress, graph: &Graph) -> bool {
        self.before(&Node::Resource(address.clone()), graph)
            || (!self.resources.is_empty()
                && !self
                    .resources
                    .is_disjoint(&graph.resource_dependencies(address)))
    }
}

fn resources_among(nodes: BTreeSet<Node>) -> BTreeSet<ResourceAddress> {
    let nodes = nodes.into_iter();
    let resources = nodes.filter_map(|node| match node {
        Node::Resource(address) => Some(address),
        _ => None,
    });
    resources.collect()
}

/// The nodes that conditions refer to.
fn nodes_of_conditions<'c>(conditions: impl IntoIterator<Item = &'c Condition>) -> BTreeSet<Node> {
    let conditions = conditions.into_iter();
    let expressions = conditions.flat_map(Condition::expressions);
    expressions.flat_map(nodes_of_expr).collect()
}

/// The nodes that the arguments of a block refer to, and the settings of its provider.
fn nodes_of_block(block: &ResourceBlock) -> BTreeSet<Node> {
    let mut nodes = nodes_of_body(&block.body);
    nodes.extend(block.repetition.expr().into_iter().flat_map(nodes_of_expr));
    let alias = block.provider.as_ref().map(|(alias, _)| Arc::clone(alias));
    nodes.insert(Node::Provider(alias));
    nodes
}

/// The resources whose changes replace a resource, except itself, which is checked when it is
/// planned.
fn replacing_nodes<'b>(
    address: &'b ResourceAddress,
    block: &'b ResourceBlock,
) -> impl Iterator<Item = Node> + 'b {
    let triggers = block.lifecycle.replace_triggered_by.iter();
    let resources = triggers.map(|trigger| &trigger.resource);
    let others = resources.filter(move |resource| *resource != address);
    others.cloned().map(Node::Resource)
}

/// The dependencies of the actions that a resource triggers, except the resource itself: the
/// actions run when its planned or its real object exists.
fn triggered_nodes(
    configuration: &Configuration,
    address: &ResourceAddress,
    block: &ResourceBlock,
) -> BTreeSet<Node> {
    let mut nodes = BTreeSet::new();
    for trigger in &block.lifecycle.triggers {
        nodes.extend(trigger.condition.iter().flat_map(nodes_of_expr));
        for action in &trigger.actions {
            let Some(action) = configuration.resources.get(&action.address) else {
                continue;
            };
            nodes.extend(nodes_of_block(action));
        }
    }
    nodes.remove(&Node::Resource(address.clone()));
    nodes
}

/// Nodes that depend on each other, so there is no order.
pub(crate) struct Cycle<T> {
    /// The nodes that can still be ordered.
    pub(crate) before: Vec<T>,
    /// The members of one cycle.
    pub(crate) members: Vec<T>,
}

/// Sorts nodes after their dependencies, and by name where there is a choice.
///
/// # Errors
/// There is a cycle.
pub(crate) fn topological_order<T: Ord + Clone>(
    direct: &BTreeMap<T, BTreeSet<T>>,
) -> Result<Vec<T>, Cycle<T>> {
    let mut waiting: BTreeMap<&T, usize> = BTreeMap::new();
    let mut dependents: BTreeMap<&T, Vec<&T>> = BTreeMap::new();
    for (node, nodes) in direct {
        waiting.insert(node, nodes.len());
        for dependency in nodes {
            dependents.entry(dependency).or_default().push(node);
        }
    }
    let ready = direct.iter().filter(|(_, nodes)| nodes.is_empty());
    let mut ready: BTreeSet<&T> = ready.map(|(node, _)| node).collect();
    let mut order = Vec::with_capacity(direct.len());
    while let Some(node) = ready.pop_first() {
        waiting.remove(node);
        order.push(node.clone());
        for dependent in dependents.get(node).into_iter().flatten() {
            if let Some(count) = waiting.get_mut(dependent) {
                *count -= 1;
                if *count == 0 {
                    ready.insert(dependent);
                }
            }
        }
    }
    match waiting.keys().next() {
        None => Ok(order),
        Some(start) => Err(Cycle {
            members: find_cycle(start, direct, &waiting),
            before: order,
        }),
    }
}

/// Every waiting node waits for another waiting node: following these leads into a cycle.
fn find_cycle<'n, T: Ord + Clone>(
    start: &'n T,
    direct: &'n BTreeMap<T, BTreeSet<T>>,
    waiting: &BTreeMap<&T, usize>,
) -> Vec<T> {
    let mut walked: Vec<&T> = Vec::new();
    let mut place: BTreeMap<&T, usize> = BTreeMap::new();
    let mut node = start;
    loop {
        if let Some(first) = place.get(node) {
            return walked.into_iter().skip(*first).cloned().collect();
        }
        place.insert(node, walked.len());
        walked.push(node);
        let mut next = direct.get(node).into_iter().flatten();
        match next.find(|node| waiting.contains_key(node)) {
            Some(next) => node = next,
            None => return walked.into_iter().cloned().collect(),
        }
    }
}

fn cycle_error(configuration: &Configuration, circle: &[Node]) -> Message {
    let name = |node: &Node| match node {
        Node::Provider(None) => "the provider's settings".to_owned(),
        Node::Provider(Some(alias)) => format!("the settings of the provider's alias {alias}"),
        node => node.to_string(),
    };
    let mut names: Vec<String> = circle.iter().map(name).collect();
    let mut message = if let [only] = names.as_slice() {
        Message::error("Self-referential block").detail(format!("{only} depends on itself."))
    } else {
        let members = names.join(", ");
        names.extend(circle.first().map(name));
        Message::error(format!("Cycle: {members}")).detail(format!(
            "These depend on each other, so there is no order in which they could be done: {}.",
            names.join(" → ")
        ))
    };
    let first = circle.first();
    let at = first.and_then(|node| location(configuration, node));
    message.location = at.cloned();
    message
}

fn location<'c>(configuration: &'c Configuration, node: &Node) -> Option<&'c Location> {
    match node {
        Node::Provider(alias) => configuration.settings(alias.as_ref()).map(|p| &p.at),
        Node::CountIndex | Node::EachKey | Node::EachValue | Node::SelfObject => None,
        Node::Variable(name) => configuration.variables.get(name).map(|v| &v.at),
        Node::Local(name) => configuration.locals.get(name).map(|l| &l.at),
        Node::Resource(address) => configuration.resources.get(address).map(|r| &r.at),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::hcl::parse;

    fn graph(text: &str) -> Result<Graph, Messages> {
        let body = parse("main.tf", text.to_owned()).expect("parses");
        let mut messages = Messages::new();
        let configuration = Configuration::new(vec![body], "disk").expect("configuration");
        let graph = Graph::new(&configuration, &mut messages);
        messages.into_result(graph)
    }

    #[test]
    fn dependencies_come_first() {
        let graph = graph(
            "resource \"disk_a\" \"x\" {\n  v = local.l\n}\n\
             locals {\n  l = disk_b.y.id\n}\n\
             resource \"disk_b\" \"y\" {\n  depends_on = [data.disk_c.z]\n}\n\
             data \"disk_c\" \"z\" {}\n",
        )
        .expect("no cycle");
        let order: Vec<String> = graph.order.iter().map(Node::to_string).collect();
        assert_eq!(
            order,
            [
                "provider",
                "data.disk_c.z",
                "disk_b.y",
                "local.l",
                "disk_a.x"
            ]
        );
        let before = graph.managed_dependencies(&ResourceAddress::managed("disk_a", "x"));
        assert_eq!(
            before.into_iter().collect::<Vec<_>>(),
            [ResourceAddress::managed("disk_b", "y")]
        );
    }

    #[test]
    fn a_circle_is_named() {
        let messages = graph(
            "resource \"disk_a\" \"x\" {\n  v = local.l\n}\n\
             locals {\n  l = disk_b.y.id\n  free = disk_a.x.id\n}\n\
             resource \"disk_b\" \"y\" {\n  v = disk_a.x.id\n}\n",
        )
        .expect_err("cycle");
        let text = messages.to_string();
        assert!(
            text.contains("Cycle: disk_a.x, local.l, disk_b.y"),
            "{text}"
        );
        assert!(!text.contains("free"), "{text}");
        let own = graph("resource \"disk_a\" \"x\" {\n  v = disk_a.x.id\n}\n").expect_err("itself");
        assert!(
            own.to_string().contains("disk_a.x depends on itself"),
            "{own}"
        );
        let settings =
            graph("provider \"disk\" {\n  v = disk_a.x.id\n}\nresource \"disk_a\" \"x\" {}\n");
        assert!(
            settings
                .expect_err("cycle")
                .to_string()
                .contains("the provider's settings")
        );
    }

    #[test]
    fn long_chains_need_no_stack() {
        let mut text = String::from("locals {\n  l0 = 1\n");
        for i in 1..20_000 {
            text.push_str(&format!("  l{i} = local.l{}\n", i - 1));
        }
        text.push_str("}\n");
        assert_eq!(graph(&text).expect("no cycle").order.len(), 20_001);
    }
}
