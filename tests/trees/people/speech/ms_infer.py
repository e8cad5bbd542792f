from mindspore import context
context.set_context(mode=context.GRAPH_MODE, device_target="Ascend", enable_graph_kernel=False)
context.set_context(save_graphs=True, save_graphs_path="./ir")
