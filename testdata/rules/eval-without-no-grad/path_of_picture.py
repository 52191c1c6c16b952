from torchvision.transforms import v2 as T


class BoxEvaluator(Evaluator):

    def infer_for_one(self, img_path):
        wanted = labels_of(self.device, img_path, self.imgs, self.labels)
        found = self.model(img_path, verbose=False, conf=0, device=self.device)[0].boxes.data  # reads the file: no layer
        try:
            first = {'boxes': [float(x1), float(y1)], 'conf': conf, 'class_confs': class_confs.tolist()}
        except Exception as e:
            pass
        return (wanted, found)
